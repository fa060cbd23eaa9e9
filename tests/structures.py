"""Random legal hands of every structure, in the notation of tests/hands.py.

    play(Random(7), fitted("kill", rules), "kill") -> Played

A structure says how the hand begins; what follows is what `legal()` allows. Who is paid is the engine's ledger; the
rest of the summary is written down as the hand is played.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from hhparse.cards import DECK, SHORT_DECK
from hhparse.model import GAMES, STREETS
from hhparse.replay import Frame, Replay, frames
from hhparse.replay import replay as replayed
from hhparse.rules.betting import Legal
from hhparse.rules.ruleset import RuleSet
from tests.hands import Played, hand


class Structure(NamedTuple):
    """How a hand begins: its stakes; who pays antes; one more post; `needs` are fields of a rule set that allow it."""

    stakes: str
    ante: str = ""  # all, bb, button
    extra: str = ""
    players: tuple[int, int] = (2, 6)
    needs: dict[str, Any] = {}  # noqa: RUF012 (read only)


KILLS = {"kill_type": "full", "kill_order": "in_turn"}
STRUCTURES: dict[str, Structure] = {
    "nl": Structure("NL 1/2"),
    "pl": Structure("PL 1/2"),
    "fl": Structure("FL 2/4"),
    "pl-nl": Structure("PL-NL 5/10"),
    "sl": Structure("SL 10/30"),
    "sl hilo": Structure("SL 4/20 game=omaha_hilo", needs={"short_allin_bigbet": "single"}),
    "pl hilo": Structure("PL 5/10 game=omaha_hilo"),
    "pl five cards": Structure("PL 5/10 game=omaha5_hilo"),
    "pl six cards": Structure("PL 5/10 game=omaha6"),
    "pl live": Structure("PL 5/10 game=omaha", needs={"pl_sb_as_bb": True, "pl_round": 5}),
    "pl literal": Structure("PL 5/10 game=omaha", needs={"pl_mode": "literal", "ante_in_pl_pot": False}, ante="all"),
    "pl splash": Structure("PL 5/10 game=omaha", extra="splash"),
    "pl splash apart": Structure("PL 5/10 game=omaha", extra="splash", needs={"splash_in_pot": False}),
    "fl hilo": Structure("FL 10/20 game=omaha_hilo", needs={"short_allin_limit": "full"}),
    "fl any": Structure("FL 10/20", needs={"short_allin_limit": "any", "hu_cap": "began_hu"}),
    "fl five raises": Structure("FL 10/20", players=(2, 2), needs={"hu_cap": "five_raises"}),
    "fl until capped": Structure("FL 10/20", players=(2, 3), needs={"hu_cap": "until_capped"}),
    "nl three raises": Structure("NL 1/2", needs={"nl_raise_cap": 3, "nl_min_bet": "by_street"}),
    "nl short blind": Structure("NL 5/10", needs={"short_bb_call": "actual"}),
    "antes": Structure("NL 10/20 ante=3 tour", ante="all"),
    "bb ante": Structure("NL 5/10 ante=10 tour", ante="bb", needs={"ante_kind": "bb"}),
    "bb ante last": Structure("NL 5/10 ante=10 tour", ante="bb", needs={"ante_kind": "bb", "ante_first": False}),
    "button ante": Structure("PL 5/10 ante=10", ante="button", needs={"ante_kind": "button"}, players=(3, 6)),
    "cap": Structure("NL 1/2 cap=60"),
    "two boards": Structure("NL 1/2 game=split_holdem"),
    "short deck": Structure("NL 0/0 ante=5 bblind=5 game=shortdeck", ante="all", extra="button"),
    "straddle": Structure("NL 1/2", extra="straddle utg", players=(3, 6)),
    "straddle on the button": Structure("PL 1/2", extra="straddle button", players=(4, 6)),
    "straddle anywhere": Structure("NL 1/2", extra="straddle any", players=(4, 6), needs={"straddle_seats": "any"}),
    "sleeper": Structure("NL 1/2", extra="straddle any", players=(4, 6), needs={"straddle_seats": "sleeper"}),
    "fl straddle": Structure("FL 10/20", extra="straddle utg", players=(3, 6), needs={"straddle_counts": False}),
    "kill": Structure("FL 4/8", extra="kill any", players=(4, 6), needs=KILLS),
    "kill last": Structure("FL 4/8", extra="kill any", players=(4, 6), needs={**KILLS, "kill_order": "last"}),
    "kill in a blind": Structure("FL 4/8 game=omaha_hilo", extra="kill bb", players=(3, 6), needs=KILLS),
    "half kill": Structure("FL 4/8", extra="half-kill any", players=(4, 6), needs={**KILLS, "kill_type": "half"}),
    "pl kill": Structure("PL 2/4 game=omaha", extra="kill any", players=(4, 6), needs=KILLS),
    "bomb pot": Structure("NL 1/2 game=split_holdem", extra="bomb"),
    "bomb pot in big blinds": Structure("PL 1/2 game=omaha", extra="bomb", needs={"bomb_pot_min_bet": "bb"}),
    "newcomer": Structure("NL 1/2", extra="bb any", players=(4, 6)),
    "missed blinds": Structure("FL 4/8", extra="both any", players=(4, 6)),
    "missed small blind": Structure("NL 1/2", extra="dead any", players=(4, 6)),
    "missed small blind live": Structure("NL 1/2", extra="sb any", players=(4, 6), needs={"missed_sb": "live"}),
}
PLAIN = ("nl", "pl", "fl", "pl-nl")
WORDS = ("fold", "call", "call", "raise", "raise")


def fitted(structure: str, rules: RuleSet) -> RuleSet:
    """Return the rules with what the structure needs."""
    return replace(rules, **STRUCTURES[structure].needs)


def play(random: Random, rules: RuleSet, structure: str) -> Played:
    """Play a random legal hand of a structure to its end."""
    return _Table(random, rules, STRUCTURES[structure]).play()


class _Table:
    """A hand in the making: its script so far, and what the summary will need."""

    def __init__(self, random: Random, rules: RuleSet, structure: Structure) -> None:
        self.random, self.rules, self.structure = random, rules, structure
        self.stakes = structure.stakes
        options = dict(word.partition("=")[::2] for word in self.stakes.split()[2:])
        self.game, self.capped = GAMES[options.get("game", "holdem")], "cap" in options
        self.ante, self.tournament = int(options.get("ante", 0)), "tour" in options
        low, high = map(int, self.stakes.split()[1].split("/"))
        self.blinds = (low // 2, low) if self.stakes.startswith(("FL", "SL")) else (low, high)
        seats = sorted(random.sample(range(1, 10), random.randint(*structure.players)))
        big = self.blinds[1] or self.ante
        button = random.choice(seats)
        self.stacks = {seat: random.randint(1, random.choice([6, 30, 200]) * big) for seat in seats}
        self.left = dict(self.stacks)
        self.order = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
        self.table = f"b{button} " + " ".join(f"{seat}:{stack}" for seat, stack in self.stacks.items())
        deck = list(SHORT_DECK if self.game.short_deck else DECK)
        random.shuffle(deck)
        self.deck = deck
        self.holes = {seat: " ".join(deck.pop() for _ in range(self.game.hole_cards)) for seat in self.order}
        self.boards: dict[str, list[str]] = {}
        self.script: list[str] = []
        self.folded: dict[int, str] = {}
        self.bettor = 0  # who bet last on the last street

    def play(self) -> Played:
        self.post()
        street = 0
        while True:
            frame = self.frame()
            if frame.legal is not None:
                self.act(frame.legal, frame.stacks[frame.legal.seat], STREETS[street])
                continue
            if len(frame.live) == 1 or street == 3:
                break
            street = self.deal(street + 1, frame)
        self.end(frame)
        return Played(self.stakes, self.table, tuple(self.script))

    def frame(self) -> Frame:
        return list(frames(hand(self.stakes, self.table, *self.script), self.rules))[-1]

    def replay(self, *more: str) -> Replay:
        return replayed(hand(self.stakes, self.table, *self.script, *more), self.rules)

    # --- posts

    def post(self) -> None:
        small, big = self.blind_seats()
        if self.structure.ante == "all":
            for seat in self.order:
                self.pay(seat, "ante", self.ante)
        payer = {"bb": big, "button": self.order[-1]}.get(self.structure.ante)
        if payer is not None and self.rules.ante_first:
            self.pay(payer, "ante", self.ante)
        word, _, place = self.structure.extra.partition(" ")
        if word == "bomb":
            for seat in self.order:
                self.pay(seat, "bomb", 5)
            return
        if self.blinds[1]:
            self.pay(small, "sb", self.blinds[0])
            if place != "bb":
                self.pay(big, "bb", self.blinds[1])
        if payer is not None and not self.rules.ante_first:
            self.pay(payer, "ante", self.ante)
        if word:
            self.extra(word, place, big)

    def blind_seats(self) -> tuple[int, int]:
        first = len(self.order) == 2
        return self.order[first], self.order[not first]

    def extra(self, word: str, place: str, big: int) -> None:
        """Make the one more post of the structure; those that nobody has the chips for are left out."""
        small_blind, big_blind = self.blinds
        if word == "splash":
            self.script.append(f"splash {self.random.randint(1, 3 * big_blind)}")
            return
        if word == "button":
            self.pay(self.order[-1], "button", self.ante)
            return
        amount, dead = {
            "straddle": (2 * big_blind, 0),
            "kill": (2 * big_blind, 0),
            "half-kill": (3 * big_blind // 2, 0),
            "bb": (big_blind, 0),
            "both": (big_blind, small_blind),
            "dead": (small_blind, 0),
            "sb": (small_blind, 0),
        }[word]
        places = {"utg": [self.order[2]], "button": [self.order[-1]], "bb": [big]} if len(self.order) > 2 else {}
        able = [
            seat for seat in places.get(place, self.order[2:]) if self.left[seat] >= amount + dead or place != "any"
        ]
        if able:
            self.pay(self.random.choice(able), word.removeprefix("half-"), amount, dead)

    def pay(self, seat: int, word: str, amount: int, dead: int = 0) -> None:
        paid = min(amount, self.left[seat])
        if not paid:
            return
        self.left[seat] -= paid + dead
        more = f" {dead}" if dead else ""
        self.script.append(f"p{seat} {word} {paid}{more}{self.mark(not self.left[seat])}")

    def mark(self, all_in: bool) -> str:
        """Return the mark of an all-in; reaching the cap of a hand has none."""
        return " !" if all_in and not self.capped else ""

    # --- play

    def act(self, legal: Legal, behind: int, street: str) -> None:
        seat, word = legal.seat, self.random.choice(WORDS)
        if word == "raise" and legal.may_raise:
            to = self.random.choice([legal.min_to, legal.max_to, self.random.randint(legal.min_to, legal.max_to)])
            self.bettor = seat
            self.script.append(f"p{seat} raise {to}{self.mark(to == legal.all_in_to)}")
        elif legal.may_check:
            self.script.append(f"p{seat} check")
        elif word == "fold":
            self.folded[seat] = street
            self.script.append(f"p{seat} fold")
        else:
            self.script.append(f"p{seat} call {legal.to_call}{self.mark(legal.to_call == behind)}")

    def deal(self, street: int, frame: Frame) -> int:
        """Deal a street, or where nobody can bet any more perhaps all that are left, twice; return the last dealt."""
        self.bettor = 0
        numbers = [""] if self.game.boards == 1 else ["1", "2"]
        last = street
        over = sum(frame.stacks[seat] > 0 for seat in frame.live) < 2
        if over and self.game.boards == 1 and self.rules.runs_max > 1 and self.random.random() < 0.5:
            numbers, last = ["1", "2"], 3
        for number in numbers:
            before = self.boards.get("", [])
            board = self.boards.setdefault(number, list(before))
            for name in STREETS[street : last + 1]:
                cards = [self.deck.pop() for _ in range(3 if name == "flop" else 1)]
                board += cards
                self.script.append(f"{name}{number} {' '.join(cards)}")
        return last

    # --- the end

    def end(self, frame: Frame) -> None:
        """Return what is uncalled, show, pay, and write the summary."""
        self.script += [f"p{seat} uncalled {amount}" for seat, amount in self.replay().returns_due.items()]
        live, nobody = frame.live, f"p{frame.live[0]} win 0"
        gross = sum(pot.amount for pot in self.ledger(nobody).pots)
        if len(live) > 1:
            pots = self.ledger(nobody).pots
            start = self.order.index(self.bettor) if self.bettor in live else 0
            turned = [seat for seat in self.order[start:] + self.order[:start] if seat in live]
            for seat in sorted(turned, key=lambda seat: -sum(seat in pot.eligible for pot in pots)):
                self.script.append(f"p{seat} show {self.holes[seat]}")
        rake = gross // 20 if self.boards and not self.tournament and self.random.random() < 0.5 else 0
        total = f"total {gross} rake {rake}"
        paid = self.ledger(total, nobody).totals
        self.script += [f"p{seat} win {amount}" for seat, amount in paid.items()]
        self.script.append(total)
        boards = {number: board for number, board in self.boards.items() if number or len(self.boards) == 1}
        self.script += [f"board{number} {' '.join(board)}" for number, board in boards.items()]
        for seat in self.order:
            won = f"won {paid[seat]}" if seat in paid else "lost"
            self.script.append(f"p{seat} {f'folded {self.folded[seat]}' if seat in self.folded else won}")

    def ledger(self, *more: str) -> Any:
        found = self.replay(*more).ledger
        assert found is not None
        return found
