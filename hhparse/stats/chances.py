"""What a count tells of the rate behind it: shrinkage to a pool, the chance to lie outside a band, tests of many.

A verdict needs two things: that the rate, as the pool and the player's hands tell it together, lies on one side of an
edge with a chance of SURE; and that his own hands alone say so too. The pool by itself accuses and acquits nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import betainc, betaincc, betaln, digamma, expit, logit

Floats = npt.NDArray[np.float64]
Verdict = Literal["leak", "inside", "unsure"]

SURE = 0.95
FALSE = 0.05  # at most this share of the leaks found may be none
FIRM = 200.0  # the most occasions a prior may be worth: no pool is so alike that 500 hands tell nothing of a player
FEW = 10  # players below which a pool tells nothing of the next one
MOST = 1_000_000  # occasions after which nobody waits for a verdict


class Prior(NamedTuple):
    """A Beta distribution of the rate of a player nothing is known of yet: worth `a` in `a + b` occasions."""

    a: float
    b: float


class Edges(NamedTuple):
    """The lowest and the highest rate that is no leak, as fractions; 0 and 1 are no edges."""

    low: float
    high: float


class Sides(NamedTuple):
    """A chance for each side of a band."""

    below: float
    above: float


FLAT = Prior(0.5, 0.5)  # of Jeffreys: where there is no pool


def fit(ks: Sequence[float] | Floats, ns: Sequence[float] | Floats) -> Prior:
    """Return the Beta distribution that makes the counts of a pool most likely, FLAT for fewer than FEW players.

    The worth has the weak prior of Gelman et al., Bayesian Data Analysis (2013), 5.3: flat in 1/sqrt(a + b), so that
    a pool that tells little of how players differ is not taken for one in which they do not.
    """
    k, n = np.asarray(ks, np.float64), np.asarray(ns, np.float64)
    k, n = k[n > 0], n[n > 0]
    if n.size < FEW:
        return FLAT

    def unlikely(point: Floats) -> tuple[float, Floats]:
        mean, worth = expit(point[0]), np.exp(point[1])
        a, b = mean * worth, (1 - mean) * worth
        value = np.sum(betaln(k + a, n - k + b) - betaln(a, b)) - point[1] / 2
        both = digamma(a + b) - digamma(n + a + b)
        by_a, by_b = np.sum(digamma(k + a) - digamma(a) + both), np.sum(digamma(n - k + b) - digamma(b) + both)
        slopes = [mean * (1 - mean) * worth * (by_a - by_b), a * by_a + b * by_b - 0.5]
        return -float(value), -np.array(slopes)

    start = np.array([logit((k.sum() + 0.5) / (n.sum() + 1)), np.log(20.0)])
    bounds = [(-12.0, 12.0), (0.0, np.log(FIRM))]
    # L-BFGS-B comes to the same a hundred times slower where its linear algebra starts threads for two numbers
    mean, worth = minimize(unlikely, start, jac=True, method="TNC", bounds=bounds).x
    share = float(expit(mean))
    return Prior(share * float(np.exp(worth)), (1 - share) * float(np.exp(worth)))


def shrunk(k: float, n: float, prior: Prior) -> float:
    """Return the mean of the rate behind `k` of `n`, given the prior."""
    return (k + prior.a) / (n + prior.a + prior.b)


def outside(k: float, n: float, band: Edges, prior: Prior) -> Sides:
    """Return the chances that the rate behind `k` of `n` lies below and above a band, given the prior."""
    a, b = k + prior.a, n - k + prior.b
    return Sides(float(betainc(a, b, band.low)), float(betaincc(a, b, band.high)))


def tails(k: float, n: float, band: Edges) -> Sides:
    """Return how often a rate inside a band gives so few of `n` as `k`, and so many: the exact test of each edge.

    Both are doubled where there are two edges to err at, so that the lesser one errs no more often than it says.
    """
    edges = (band.low > 0) + (band.high < 1)
    few = float(betaincc(k + 1, n - k, band.low)) if k < n else 1.0
    many = float(betainc(k, n - k + 1, band.high)) if k > 0 else 1.0
    return Sides(min(1.0, edges * few), min(1.0, edges * many))


def standing(chances: Sequence[float], rate: float = FALSE) -> int:
    """Return how many tests stand, those with the least chances, when a share `rate` of them may be false.

    `chances` are those of each to come out so by luck: Benjamini and Hochberg, J. R. Stat. Soc. B 57 (1995).
    """
    steps = enumerate(sorted(chances), 1)
    return max((count for count, chance in steps if chance <= rate * count / len(chances)), default=0)


def verdict(k: float, n: float, band: Edges, prior: Prior, level: float) -> Verdict:
    """Return what is known of a rate; `level` is what its exact test has to reach for a leak."""
    sides, own = outside(k, n, band, prior), outside(k, n, band, FLAT)
    side = int(sides.above > sides.below)
    if sides[side] >= SURE and tails(k, n, band)[side] <= level:
        return "leak"
    return "inside" if 1 - sum(sides) >= SURE and 1 - sum(own) >= SURE else "unsure"


class Trial(NamedTuple):
    """A rate to be judged: its counts, its band, and the pool's prior."""

    k: int
    n: int
    band: Edges
    prior: Prior


class Judged(NamedTuple):
    """What is known of a rate, and how many occasions more settle what is not."""

    verdict: Verdict
    more: int | None


def judged(trials: Sequence[Trial]) -> list[Judged]:
    """Return the verdict of each trial, all tested together; what has no occasion yet is no test."""
    chances = [min(tails(one.k, one.n, one.band)) for one in trials if one.n]
    found = standing(chances)
    level, next_level = (FALSE * count / max(1, len(chances)) for count in (found, found + 1))
    verdicts = [verdict(*one, level) for one in trials]
    return [
        Judged(known, needed(*one, next_level) if known == "unsure" else None)
        for one, known in zip(trials, verdicts, strict=True)
    ]


def needed(k: float, n: float, band: Edges, prior: Prior, level: float) -> int | None:
    """Return how many occasions more settle it, if the player goes on at the shrunk rate.

    None for more than MOST, and where neither the player nor a pool gives a rate.
    """
    if not n and prior == FLAT:
        return None
    rate = shrunk(k, n, prior)

    def settled(more: int) -> bool:
        return verdict(k + rate * more, n + more, band, prior, level) != "unsure"

    low, high = 0, 1
    while not settled(high):
        low, high = high, 2 * high
        if high > MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if settled(middle) else (middle, high)
    return high
