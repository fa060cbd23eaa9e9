"""Names of positions by seats from the button."""

from __future__ import annotations

from functools import lru_cache

BUTTON, SMALL_BLIND, BIG_BLIND, STRADDLE = "BTN", "SB", "BB", "STR"

# The seats between the big blind and the button, first to act first. Counted from the button, except that with three
# or more of them the first to act is UTG whatever its distance.
BETWEEN: tuple[tuple[str, ...], ...] = (
    (),
    ("CO",),
    ("HJ", "CO"),
    ("UTG", "HJ", "CO"),
    ("UTG", "LJ", "HJ", "CO"),
    ("UTG", "UTG+1", "LJ", "HJ", "CO"),
    ("UTG", "UTG+1", "MP", "LJ", "HJ", "CO"),
    ("UTG", "UTG+1", "UTG+2", "MP", "LJ", "HJ", "CO"),
)
POSITIONS = (SMALL_BLIND, BIG_BLIND, STRADDLE, *BETWEEN[-1], BUTTON)


def between(count: int) -> tuple[str, ...]:
    """Return the names of `count` seats between the big blind and the button."""
    if count < len(BETWEEN):
        return BETWEEN[count]
    early = tuple(f"UTG+{number}" for number in range(1, count - 4))
    return ("UTG", *early, *BETWEEN[-1][-4:])


@lru_cache(maxsize=4096)
def positions(
    dealt: tuple[int, ...],
    button: int | None,
    small: tuple[int, ...],
    big: tuple[int, ...],
    straddles: tuple[int, ...],
) -> dict[int, str]:
    """Return the position of every seat of `dealt`, ascending; empty without a button.

    `small`, `big` and `straddles` are the seats that posted these. A seat is a blind because it posted it in its
    turn, or would have, had an ante not taken its last chip: such a seat stands in both lists. So a missing small
    blind leaves the big blind, and everyone behind, where they are, and a newcomer's big blind behind the real one
    names nobody. An empty button seat leaves nobody at BTN. The result is shared: read only.
    """
    if button is None:
        return {}
    order = [seat for seat in dealt if seat > button] + [seat for seat in dealt if seat <= button]
    names: dict[int, str] = {}
    if button in dealt:
        names[button] = BUTTON
    behind = [seat for seat in order if seat != button]
    if len(order) == 2 and button in dealt:
        names[behind[0]] = BIG_BLIND
    else:
        names |= _blinds(behind, small, big)
    rest = [seat for seat in behind if seat not in names]
    names |= dict(zip(rest, between(len(rest)), strict=True))
    return names | {seat: STRADDLE for seat in straddles if seat in names}


def _blinds(behind: list[int], small: tuple[int, ...], big: tuple[int, ...]) -> dict[int, str]:
    """Return the blinds among the seats `behind` the button: the first to post each, the big one after the small."""
    first = next((index for index, seat in enumerate(behind) if seat in small), None)
    lead = next((index for index, seat in enumerate(behind) if seat in big), len(behind))
    if first is not None and lead < first:
        first = None  # it was posted behind the big blind: by a newcomer
    after = behind if first is None else behind[first + 1 :]
    second = next((seat for seat in after if seat in big), None)
    names = {} if first is None else {behind[first]: SMALL_BLIND}
    return names if second is None else names | {second: BIG_BLIND}
