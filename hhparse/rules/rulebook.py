"""The rule book as data: what each slug means, how grave breaking it is, and where the rule comes from.

Slugs are public. Sources are letters: IT8 IT4 ES RU FI are the five pages the rules were taken from, TDA, RROP and
WSOP-LA are published rule books, log is what real histories show, book is what no page states and every game needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Severity = Literal["E", "H", "W", "I"]
SEVERITIES: dict[Severity, str] = {
    "E": "illegal anywhere",
    "H": "illegal under the chosen rule set",
    "W": "irregular",
    "I": "information",
}


class Rule(NamedTuple):
    """A rule: `number` groups slugs that belong together; `text` says what should happen."""

    number: str
    slug: str
    severity: Severity
    text: str


class Violation(NamedTuple):
    """A broken rule.

    `event` indexes the hand's events (-1: the hand as a whole); `field` is the printed field at fault (to, amount,
    by, player, cards, or ""). `message` and `note` are templates: `{name}` stands for the amount of that name, in
    minor units. `ruleset_field` is the field of the rule set that forbids it, "" where it is illegal anywhere, and
    `value` what the rule set says there (None until the hand is replayed);
    `unproven` marks what may be legal at this house, and lowers the severity to irregular. `skipped` are the seats
    whose decisions are missing there.
    """

    slug: str
    message: str
    field: str = ""
    amounts: Mapping[str, int] = MappingProxyType({})
    note: str = ""
    ruleset_field: str = ""
    unproven: bool = False
    event: int = -1
    skipped: tuple[int, ...] = ()
    value: object = None

    @property
    def rule(self) -> Rule:
        """Return the rule that is broken."""
        return RULES[self.slug]

    @property
    def severity(self) -> Severity:
        """Return how grave it is: the rule's severity, or W where the house rule is not known."""
        return "W" if self.unproven else RULES[self.slug].severity


_CATALOGUE = (
    # A. Cards and hand values
    Rule("R01", "DEAL-HOLE-COUNT", "E", "Everyone gets the game's number of hole cards."),
    Rule("R02", "DEAL-ORDER", "W", "Cards are dealt clockwise, the button's left first."),
    Rule("R03", "POST-AFTER-DEAL", "E", "Blinds and antes go in before the cards."),
    Rule("R04", "BOARD-COUNT", "E", "Flop three, turn one, river one; earlier cards stay."),
    Rule("R05", "DECK-OVERRUN", "E", "No more cards are dealt than the deck holds."),
    Rule("R05", "BOARD-BURN", "I", "A card is burnt before each street; online logs leave it out."),
    Rule("R06", "SHOW-NOT-2PLUS3", "E", "An Omaha hand is two hole and three board cards."),
    Rule("R07", "HILO-COMBO", "E", "High and low may use different cards, and an ace both ways."),
    Rule("R08", "LOW-UNQUALIFIED", "E", "A low is five different ranks, none above eight."),
    Rule("R09", "LOW-BOARD-IMPOSSIBLE", "E", "No low without three low ranks on the board."),
    Rule("R10", "LOW-ORDER", "E", "Lows compare from their highest card down; the smaller wins."),
    Rule("R11", "AWARD-HILO-SPLIT", "E", "Half the pot goes high and half low, or all high."),
    Rule("R12", "AWARD-LOW-TIE", "E", "Tied lows share the low half only."),
    Rule("R13", "AWARD-WRONG-WINNER", "E", "Cards speak: the best shown hand is paid."),
    Rule("R14", "RANK-ORDER", "E", "Hands rank in the usual order, kickers included."),
    # B. Button, blinds, seats
    Rule("R15", "BUTTON-MOVE", "H", "The button moves one occupied seat to the left each hand."),
    Rule("R16", "BUTTON-NOT-PREV-SB", "H", "The last hand's small blind is the next button."),
    Rule("R17", "POST-SB-AMOUNT", "E", "The small blind is what the stakes say, or all-in for less."),
    Rule("R18", "POST-BB-AMOUNT", "E", "The big blind is what the stakes say, or all-in for less."),
    Rule("R19", "POST-SEAT", "E", "The small blind sits left of the button, the big blind next."),
    Rule("R19", "POST-TWICE", "E", "Nobody posts the same blind or ante twice."),
    Rule("R20", "HU-BLINDS", "E", "With two players the button posts the small blind."),
    Rule("R20", "HU-ORDER", "E", "With two players the button acts first before the flop, last after it."),
    Rule("R21", "BB-OPTION", "E", "The big blind may still check or raise when nobody raised."),
    Rule("R22", "ANTE-AMOUNT", "H", "Everyone pays the same ante, or all-in for less."),
    Rule("R23", "ANTE-AS-BET", "E", "An ante does not count toward a call."),
    Rule("R24", "ENTRY-FEE", "I", "The house may take an entry fee."),
    Rule("R25", "NEWPLAYER-POST", "H", "A newcomer posts a big blind, live, or waits for it."),
    Rule("R25", "NEWPLAYER-SEAT", "H", "Nobody is dealt in between the button and the blinds."),
    Rule("R26", "MISSED-BB", "H", "Missed blinds are posted together: the big one live, the small one dead."),
    Rule("R27", "MISSED-SB", "H", "A missed small blind is posted dead."),
    Rule("R28", "BUTTON-AFTER-FOLD", "E", "A button that folds stays the button."),
    # C. Order and completion
    Rule("R29", "TURN-ORDER-PRE", "E", "Before the flop the first to act sits left of the last blind."),
    Rule("R30", "TURN-ORDER-POST", "E", "From the flop on, the first to act is left of the button."),
    Rule("R31", "CHECK-FACING-BET", "E", "Who faces a bet folds, calls or raises."),
    Rule("R32", "ACT-AFTER-FOLD", "E", "Who has folded is out of the hand."),
    Rule("R33", "ROUND-CLOSE", "E", "A street ends when everyone has folded or matched the bet."),
    Rule("R34", "CALL-AMOUNT", "E", "A call matches the bet exactly, or is all-in."),
    # D. Bet sizes
    Rule("R35", "BET-SIZE-FL", "E", "Fixed limit: the small bet on two streets, then the big bet."),
    Rule("R36", "RAISE-CAP", "H", "Fixed limit: only so many raises a street."),
    Rule("R37", "RAISE-CAP-HU", "H", "Fixed limit with two players: the house says how many raises."),
    Rule("R38", "SPREAD-RANGE", "E", "Spread limit: any amount from the low to the high limit."),
    Rule("R39", "RAISE-SHORT", "E", "A raise is at least the last full bet or raise, unless all-in."),
    Rule("R40", "RAISE-NOT-REOPENED", "E", "A short all-in does not reopen the betting for who has acted."),
    Rule("R41", "BET-OVER-POT", "E", "Pot limit: call first, then raise by no more than the pot."),
    Rule("R42", "BET-SHORT", "E", "A bet is at least the big blind, unless all-in."),
    Rule("R43", "NL-RAISE-COUNT", "H", "No limit: as many raises as the rule set allows."),
    Rule("R44", "BET-OVER-STACK", "E", "Nobody puts in more than he has."),
    Rule("R44", "RAISE-BY-MISMATCH", "W", "A printed raise size is the new bet less the old one."),
    # E. Optional rules
    Rule("R45", "CHOP", "H", "Both blinds may take their blinds back when nobody enters."),
    Rule("R46", "STRADDLE", "H", "A straddle is posted before the cards, from a seat the house allows."),
    Rule("R47", "KILL-VOLUNTARY", "H", "An overblind of twice the big blind doubles the limits."),
    Rule("R48", "KILL-DUE", "H", "After the condition is met the next hand is a kill hand."),
    Rule("R48", "KILL-LIMITS", "H", "A kill hand is bet at the raised limits."),
    Rule("R49", "KILL-REPLACES-BLIND", "H", "A killer in a blind posts the kill instead of it."),
    Rule("R50", "KILL-ORDER", "H", "A killer acts in turn or last, as the house says."),
    # F. Showdown
    Rule("R51", "SHOW-ORDER", "W", "The last aggressor shows first, else the first left of the button."),
    Rule("R52", "SHOW-UNCALLED", "I", "A winner nobody called need not show."),
    Rule("R53", "MUCK-RIGHT", "H", "A caller may muck; a called bettor may not, unless the house lets him."),
    Rule("R54", "AWARD-TO-MUCKED", "E", "A contested pot goes to a shown hand."),
    Rule("R55", "MUCKED-IN-HISTORY", "I", "Mucked cards printed afterwards change no award."),
    Rule("R55", "SHOW-OTHER-CARDS", "E", "The cards shown are the cards dealt."),
    # G. All-in and pots
    Rule("R56", "ACT-WHEN-ALLIN", "E", "Who is all-in makes no more decisions."),
    Rule("R56", "ALLIN-MISMATCH", "W", "All-in is printed exactly when the last chip goes in."),
    Rule("R57", "POT-LAYERS", "E", "The main pot takes the smallest stack from everyone, side pots the rest."),
    Rule("R58", "AWARD-INELIGIBLE", "E", "A player wins only the pots he paid into."),
    Rule("R59", "POT-ORDER", "E", "Side pots are cut by amount, not by the time of the all-in."),
    Rule("R60", "AWARD-TIE", "E", "Equal hands share a pot equally."),
    # H. What no page states
    Rule("R61", "ODD-CHIP", "H", "The odd chip goes where the house says."),
    Rule("R62", "UNCALLED-RETURN", "E", "What nobody called goes back to the bettor."),
    Rule("R63", "RAKE-SUM", "E", "Collected chips and rake add up to the pot."),
    Rule("R64", "RAKE-CAP", "H", "The rake stays under its cap."),
    Rule("R64", "RAKE-NOFLOP", "H", "No flop, no rake."),
    Rule("R65", "CHIPS-CONSERVED", "E", "Chips neither appear nor vanish."),
    Rule("R66", "CARD-DUPLICATE", "E", "No card is seen twice."),
    Rule("R67", "NEXT-STACK", "W", "A player starts a hand with what the last one left him."),
    Rule("R68", "SEAT-SILENT", "I", "A seat that neither posts nor acts was not dealt in."),
    Rule("R69", "HAND-ORDER", "E", "Streets come one after another, and a hand ends with a pot collected."),
)

RULES: dict[str, Rule] = {rule.slug: rule for rule in _CATALOGUE}

# Claims that are the site's own wording or arithmetic and no rule of the game.
CLAIMS: dict[str, Rule] = {
    rule.slug: rule
    for rule in (
        Rule("C1", "POT-TOTAL", "E", "The printed total pot is what the players put in."),
        Rule("C2", "BOARD-CLAIM", "E", "The printed board is the board that was dealt."),
        Rule("C3", "BOARD-UNKNOWN", "W", "A history shows every board card."),
        Rule("C4", "SEAT-CLAIM", "E", "The summary of a seat repeats what the hand showed of it."),
        Rule("C5", "SAID-HAND", "I", "The words for a shown hand fit its cards."),
        Rule("C6", "HAND-CANCELLED", "E", "A cancelled hand pays nothing."),
        Rule("C7", "HAND-INCOMPLETE", "W", "A history tells a hand to its end."),
    )
}
