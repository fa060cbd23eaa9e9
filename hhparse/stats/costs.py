"""What a leak costs: how much less those win on an occasion who do as the player does, by the pool of his games.

A player's own hands cannot tell it. He calls with the better hands and folds the worse, so the calls win more than
the folds and every call too many looks like a gain. But all players get the same cards in the long run: if those who
call more often win less on the occasion, the calls in excess lose. How often somebody calls and what he wins must
come from different hands, or a run of good cards raises both; so each player's hands are in two halves, and the rate
in one is set beside the result in the other (Angrist and Krueger, split-sample instruments, 1995).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hhparse.stats.chances import FEW

Floats = npt.NDArray[np.float64]

DRAWS = 1000  # of the bootstrap
FEWEST = 5  # sessions, below which no interval is drawn from them


class Cost(NamedTuple):
    """Units of the blind lost in a hundred hands, with a 95% interval, None where unknown; `why` then says why."""

    value: float | None
    interval: tuple[float, float] | None
    why: str


def slope(pool: Floats, drawn: Floats) -> tuple[Floats, Floats]:
    """Return by how much the result of an occasion grows with the rate, for each row of `drawn`, and the spread.

    `pool` is that of `cost`; `drawn` says how often each player counts in each draw. The spread is the variance of
    the players' true rates: at 0 the slope has no meaning.
    """
    k, n, won = pool
    weight = n[0] * n[1] / (n[0] + n[1])
    rate, result = k / n, won / n
    whole = drawn @ weight

    def mean(of: Floats) -> Floats:
        return np.asarray((drawn @ (weight * of)) / whole)

    def together(one: Floats, other: Floats) -> Floats:
        return mean(one * other) - mean(one) * mean(other)

    spread = together(rate[0], rate[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        return (together(rate[0], result[1]) + together(rate[1], result[0])) / (2 * spread), spread


def cost(sessions: Floats, pool: Floats, edge: float, seed: int = 1) -> Cost:
    """Return what the occasions outside a band cost in a hundred hands.

    `sessions` has a row (hands, k, n) for each of the player's sessions; `pool` is (3, 2, players): k, n and result of
    the halves. The interval is of sessions and players drawn with replacement: hands of a session are no chance
    apart, nor are those of an opponent.
    """
    pool = pool[:, :, (pool[1] > 0).all(axis=0)]
    players = pool.shape[2]
    if players < FEW:
        return Cost(None, None, f"only {players} others had the occasion often enough to compare results")
    random = np.random.default_rng(seed)
    slopes, spreads = slope(pool, _draws(random, players))
    if np.quantile(spreads, 0.025) <= 0:
        return Cost(None, None, "the others differ too little in it to compare results")
    value = float(_lost(sessions.sum(axis=0), edge, slope(pool, np.ones((1, players)))[0])[0])
    if len(sessions) < FEWEST:
        return Cost(value, None, f"no interval from fewer than {FEWEST} sessions")
    drawn = _lost((_draws(random, len(sessions)) @ sessions).T, edge, slopes)
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Cost(value, (float(low), float(high)), "")


def _draws(random: np.random.Generator, count: int) -> Floats:
    """Return DRAWS times how often each of `count` is drawn."""
    return random.multinomial(count, np.full(count, 1 / count), DRAWS).astype(np.float64)


def _lost(sums: Floats, edge: float, slopes: Floats) -> Floats:
    """Return the units lost in a hundred hands: occasions outside the band, times what each loses."""
    hands, k, n = sums
    return np.asarray(-slopes * (k - edge * n) * 100 / hands)
