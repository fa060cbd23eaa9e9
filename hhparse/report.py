"""The main job: read histories once, audit every hand, count every statistic, and say it all on one page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import polars as pl

from hhparse.audit import Auditor
from hhparse.errors import HandError, UnsupportedGame
from hhparse.model import Hand
from hhparse.reading.read import Reading, Refused, collector_paused
from hhparse.rules.ruleset import RuleSet
from hhparse.stats import DEFINITIONS, Aliases, Definition, Pool, called, hands_behind, played
from hhparse.stats.flags import sessions
from hhparse.tables import Tables, tabulate
from hhparse.views.columns import columns, count
from hhparse.views.statistics import statistics

# by which statistics are grouped most; any other column of the flags will do
GROUPS = (
    "player", "position", "stakes", "game", "limit", "site", "seats", "depth", "pot_type", "month", "session", "kind",
    "table", "currency", "variant", "tournament_id", "opener_position", "max_seats",
)  # fmt: skip
USUAL = [item for item in DEFINITIONS.values() if item.usual]  # what a page shows
# and what one in text shows: nothing that is all-in adjusted, so that no equity has to be counted
QUICK = [item for item in USUAL if "net_adjusted" not in item.k.meta.root_names()]
REFUSALS = 10  # shown on a page
BATCH = 2000  # hands kept in memory at a time


class Found(NamedTuple):
    """How often something was found, and the first time."""

    times: int
    first: HandError


@dataclass(slots=True)
class Tally:
    """What was read and found, hand by hand."""

    hands: Counter[tuple[str, str]] = field(default_factory=Counter)  # by game and limit
    unclean: Counter[tuple[str, str]] = field(default_factory=Counter)
    places: set[tuple[str, int]] = field(default_factory=set)  # of those, by file and line
    unsupported: Counter[str] = field(default_factory=Counter)
    refused: list[HandError] = field(default_factory=list)  # the first of them
    found: dict[tuple[str, str], Found] = field(default_factory=dict)  # by severity and slug
    repeats: int = 0

    KEPT = 1000  # refusals kept with their excerpts

    def refuse(self, error: HandError, fault: bool) -> None:
        """Note a text that gave no hand."""
        if isinstance(error, UnsupportedGame):
            self.unsupported[error.game] += 1
        elif fault and len(self.refused) < Tally.KEPT:
            self.refused.append(error)

    def count(self, hand: Hand) -> None:
        """Count a hand."""
        self.hands[hand.game.name, hand.limit] += 1

    def judge_all(self, rows: Iterable[tuple[Hand, Iterable[HandError]]]) -> None:
        """Count what the audit found in hands."""
        for hand, findings in rows:
            if findings:
                self.judge(hand, findings)

    def judge(self, hand: Hand, findings: Iterable[HandError]) -> None:
        """Count what the audit found in a hand, which may come again with more."""
        clean = True
        for finding in findings:
            clean = clean and finding.severity == "info"
            key = (finding.severity, finding.slug)
            times, first = self.found.get(key, Found(0, finding))
            self.found[key] = Found(times + 1, first)
        place = (hand.source.path, hand.source.line)
        if not clean and place not in self.places:
            self.places.add(place)
            self.unclean[hand.game.name, hand.limit] += 1

    def listed(self) -> list[tuple[tuple[str, str], Found]]:
        """Return what was found by severity and slug, errors first and the most frequent first; no mere information."""
        rows = [(key, row) for key, row in self.found.items() if key[0] != "info"]
        return sorted(rows, key=lambda item: (item[0][0], -item[1].times))


@dataclass(slots=True)
class Survey:
    """The result of the main job."""

    reading: Reading
    tally: Tally
    pool: Pool  # by player and position
    heroes: Counter[str]  # hands in which a player's cards were dealt face up to the reader

    @property
    def clean(self) -> bool:
        """Tell whether all text was read and nothing was found (games not supported and other files apart)."""
        return not self.reading.account.refused and not self.tally.unclean.total()


def survey(
    paths: Iterable[str],
    rules: RuleSet | None = None,
    finished: Callable[[int], None] = lambda size: None,
    also: Callable[[Tables], None] | None = None,
) -> Survey:
    """Read, audit and count, a batch of hands in memory at a time; a hand read twice counts once in the statistics.

    `also` gets the tables of each batch; for it, and only then, results are all-in adjusted.
    """
    chosen = QUICK if also is None else USUAL
    found = Survey(Reading(paths, finished), Tally(), Pool(("player", "position"), definitions=chosen), Counter())

    auditor = Auditor(rules)

    def judged() -> Iterator[Hand]:
        for item in found.reading:
            if isinstance(item, Refused):
                found.tally.refuse(item.error, found.reading.is_fault(item))
            else:
                found.tally.count(item)
                found.tally.judge_all(auditor.feed(item))
                yield item
        found.tally.judge_all(auditor.finish())

    once = Once(judged())
    with collector_paused():
        for hands in once.batches():
            found.heroes.update(hand.hero for hand in hands if hand.hero is not None)
            tables = tabulate(hands, actions_only=True, equities=also is not None)
            found.pool.add(tables)
            if also is not None:
                also(tables)
    found.tally.repeats = once.repeats
    return found


class Once:
    """Hands in batches, each once: the same site and number again is a repeat, and counted only."""

    def __init__(self, hands: Iterable[Hand]) -> None:
        self._hands = hands
        self.repeats = 0

    def batches(self) -> Iterator[list[Hand]]:
        """Yield lists of at most BATCH hands."""
        seen: set[tuple[str, str]] = set()
        batch: list[Hand] = []
        for hand in self._hands:
            key = (hand.site, hand.hand_id)
            if key in seen:
                self.repeats += 1
                continue
            seen.add(key)
            batch.append(hand)
            if len(batch) == BATCH:
                yield batch
                batch = []
        if batch:
            yield batch


@dataclass(frozen=True, slots=True)
class Selection:
    """Whose hands count: a player (None: all), an SQL condition over the flags, players of several names."""

    player: str | None = None
    where: str | None = None
    aliases: Aliases = field(default_factory=dict)


class Counted(NamedTuple):
    """Statistics of files, or the hands behind one: None when no hand is meant.

    `players` counts the hands of all there are, by the names the aliases give them; `left_out` says what is not in.
    """

    table: pl.DataFrame | None
    players: Counter[str]
    left_out: str


def pooled(
    paths: Iterable[str],
    by: Sequence[str],
    chosen: Selection,
    definitions: Iterable[Definition],
    finished: Callable[[int], None],
) -> Counted:
    """Count the statistics of all hands in the files, a batch in memory at a time."""
    pool = Pool(by, chosen.player, definitions, where=chosen.where, aliases=chosen.aliases)
    return _over(paths, chosen, pool.add, pool.result, finished)


def behind(paths: Iterable[str], item: Definition, chosen: Selection, finished: Callable[[int], None]) -> Counted:
    """Return the hands behind a statistic of all hands in the files, a batch in memory at a time."""
    parts: list[pl.DataFrame] = []

    def add(tables: Tables) -> None:
        found = hands_behind(
            tables, item.name, chosen.player, {item.name: item}, where=chosen.where, aliases=chosen.aliases
        )
        parts.append(found)

    return _over(paths, chosen, add, lambda: pl.concat(parts), finished)


def hands_of(paths: Iterable[str], names: Sequence[str], chosen: Selection, finished: Callable[[int], None]) -> Counted:
    """Return the flags `names` of all hands in the files that count, one row a hand and seat."""
    of_session = ("player", "site", "played_at") if "session" in names else ()
    parts: list[pl.DataFrame] = []

    def add(tables: Tables) -> None:
        parts.append(played(tables, (*names, *of_session), chosen.player, where=chosen.where, aliases=chosen.aliases))

    def result() -> pl.DataFrame:
        rows = pl.concat(parts)  # whose sessions end with a batch
        return sessions(rows.lazy(), "played_at", "played_at").collect() if of_session else rows

    return _over(paths, chosen, add, result, finished)


def fed(
    paths: Iterable[str], chosen: Selection, add: Callable[[Tables], None], finished: Callable[[int], None]
) -> Counted:
    """Feed the tables of all hands in the files to `add`, a batch in memory at a time; the table is left empty."""
    return _over(paths, chosen, add, pl.DataFrame, finished)


def _over(
    paths: Iterable[str],
    chosen: Selection,
    add: Callable[[Tables], None],
    result: Callable[[], pl.DataFrame],
    finished: Callable[[int], None],
) -> Counted:
    """Read the files once, feed their tables to `add` batch by batch, and return the result."""
    players, reading = Counter[str](), Reading(paths, finished)

    def hands() -> Iterator[Hand]:
        for item in reading:
            if not isinstance(item, Refused):
                players.update(called(seat.player, item.site, chosen.aliases) for seat in item.seats)
                yield item

    once = Once(hands())
    with collector_paused():
        for batch in once.batches():
            add(tabulate(batch, actions_only=True))
    refused = reading.account.refused
    reasons = [f"{count(once.repeats, 'repeat')}"] * (once.repeats > 0)
    reasons += [f"{count(refused, 'text')} refused"] * (refused > 0)
    found = bool(players) and (chosen.player is None or chosen.player in players)
    return Counted(result() if found else None, players, f"left out: {', '.join(reasons)}" if reasons else "")


def page(found: Survey, players: int = 8) -> Iterator[str]:
    """Yield the lines of the report: what was read, what the audit found, the statistics of the busiest players."""
    yield from _reading(found)
    yield ""
    yield from _audit(found.tally)
    if found.tally.hands:
        yield ""
        yield from _statistics(found, players)


def _reading(found: Survey) -> Iterator[str]:
    account, tally = found.reading.account, found.tally
    yield "Reading"
    repeats = f", {count(tally.repeats, 'of them a repeat', 'of them repeats')}" if tally.repeats else ""
    yield f"  {count(account.files, 'file')}, {count(tally.hands.total(), 'hand')} read{repeats}"
    yield (
        f"  {account.read_bytes:,} bytes: {account.hand_bytes:,} in hands, {account.refused_bytes:,} refused,"
        f" {account.ignored_bytes:,} between hands"
    )
    if tally.unsupported:
        games = ", ".join(f"{game} {times}" for game, times in tally.unsupported.most_common())
        yield f"  {count(tally.unsupported.total(), 'hand')} of games not supported yet: {games}"
    if account.other_files:
        yield f"  {count(account.other_files, 'other file')} without a hand history"
    if account.refused:
        yield f"  {count(account.refused, 'text')} refused:"
        yield from (f"    {error}" for error in tally.refused[:REFUSALS])
        if account.refused > REFUSALS:
            yield f"    ... and {account.refused - REFUSALS:,} more: hhparse audit shows them all"


def _audit(tally: Tally) -> Iterator[str]:
    total, unclean = tally.hands.total(), tally.unclean.total()
    yield "Audit"
    share = f" ({100 * (total - unclean) / total:.1f}%)" if total else ""
    yield f"  {count(total, 'hand')} replayed, {total - unclean:,} clean{share}, {unclean:,} with findings"
    if total:
        rows = [["Game", "Limit", "Hands", "Clean"]]
        for kind, times in tally.hands.most_common():
            rows.append([*kind, f"{times:,}", f"{times - tally.unclean[kind]:,}"])
        yield from columns(rows, left=(0, 1), indent="    ")
    shown = tally.listed()
    if shown:
        yield "  found, with the first of each:"
        rows = [
            [slug, severity, f"{row.times:,}", f"{row.first.location} {row.first.message}"]
            for (severity, slug), row in shown
        ]
        yield from columns(rows, left=(0, 1, 3), indent="    ")


def _statistics(found: Survey, players: int) -> Iterator[str]:
    yield "Statistics"
    heroes = ", ".join(f"{hero} ({times:,})" for hero, times in found.heroes.most_common(3))
    if heroes:
        yield f"  cards face up for: {heroes}"
    yield "  by player, k/n under each"
    yield from statistics(found.pool.result(("player",), bounds=False), ("player",), players)
    yield "  by position"
    yield from statistics(found.pool.result(("position",), bounds=False), ("position",))
