"""Cards on their way to players and boards: the right number, in the right order, none of them twice."""

from __future__ import annotations

from collections.abc import Sequence

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import STREETS, DealBoard, DealHole, Event, Game, Show
from hhparse.rules.rulebook import Violation

BOARD_SIZE = (0, 3, 4, 5)  # by street number


class Dealing:
    """The cards seen so far. `seats` holds hole cards by seat as dealt, `shown` as shown, `boards` by number."""

    __slots__ = ("boards", "doubted", "game", "listing", "order", "seats", "seen", "shown")

    def __init__(self, game: Game, order: tuple[int, ...], listing: str = "dealt") -> None:
        self.game = game
        self.listing = listing  # in which order a history lists the hands
        self.order = order
        self.boards: dict[int, list[str]] = {}
        self.seats: dict[int, Cards] = {}
        self.shown: dict[int, Cards] = {}
        self.seen: list[str] = []  # every card, once each if all is well
        self.doubted: set[int] = set()  # boards of which a wrong number of cards or another card was printed

    def overrun(self) -> list[Violation]:
        """Return the violation of dealing in more players than the deck can serve."""
        game = self.game
        if len(self.order) * game.hole_cards + 5 * game.boards <= (36 if game.short_deck else 52):
            return []
        return [Violation("DECK-OVERRUN", f"{len(self.order)} players are more than the deck can serve")]

    def hole(self, seat: int, cards: Cards) -> list[Violation]:
        """Deal hole cards to a seat."""
        found = []
        if len(cards) != self.game.hole_cards:
            message = f"{len(cards)} hole cards, but the game deals {self.game.hole_cards}"
            found.append(Violation("DEAL-HOLE-COUNT", message, "cards"))
        if self.seats and self.listing == "dealt":
            last = next(reversed(self.seats))
            if self.order.index(last) > self.order.index(seat):
                message = f"seat {seat} is dealt its cards after seat {last}"
                found.append(Violation("DEAL-ORDER", message, "player", {}, "", "deal_listing"))
        self.seats[seat] = cards
        self.seen += cards
        return found

    def board(self, number: int, street: int, cards: Cards, shown_before: Cards) -> list[Violation]:
        """Deal the cards of street number `street` to board number `number`.

        A board that begins late starts with the cards the boards share. HAND-ORDER tells that the street cannot
        follow on the cards that lie there; nothing is dealt then. After a wrong board the next reprint is believed:
        until then cards too many are left out and missing ones are unknown.
        """
        before = BOARD_SIZE[street - 1] if street else 0
        wanted = BOARD_SIZE[street]
        if self.game.first_card_early:
            before, wanted = max(before, street > 0), max(wanted, 1)
        board = self.boards.get(number)
        if board is None:
            board = self.boards[number] = self.boards.get(0, [])[:before]
        name = STREETS[street]
        if len(board) != before:
            return [Violation("HAND-ORDER", f"the {name} is dealt to a board of {len(board)} cards")]
        found = []
        if self.game.first_card_early and street == 1 and len(cards) == 3 and not shown_before:
            shown_before, cards = cards[:1], cards[1:]  # the early card is printed again, but as another one
        self.seen += cards
        if shown_before and list(shown_before) != [card for card in board if card != UNKNOWN]:
            if number in self.doubted:
                board[:] = [*shown_before, *[UNKNOWN] * before][:before]
            else:
                self.doubted.add(number)
                found.append(Violation("BOARD-COUNT", _reprinted(board, shown_before), "cards"))
        if len(cards) != wanted - before:
            self.doubted.add(number)
            message = f"{_number(len(cards), 'card')} on the {name}, but it has {wanted - before}"
            found.append(Violation("BOARD-COUNT", message, "cards"))
            cards = (cards + (UNKNOWN,) * wanted)[: wanted - before]
        board += cards
        return found

    def show(self, seat: int, cards: Cards) -> list[Violation]:
        """Show a hand, or a part of it."""
        found = []
        wanted = self.game.hole_cards
        if len(cards) > wanted:
            message = f"{len(cards)} cards shown, but the game deals {wanted}"
            found.append(Violation("DEAL-HOLE-COUNT", message, "cards"))
        known = self.seats.get(seat) or self.shown.get(seat)
        if known is None:
            self.seen += cards
        elif known != cards and len({*known, *cards} - {UNKNOWN}) > max(wanted, len(known)):
            message = f"shows {' '.join(cards)}, but holds {' '.join(known)}"
            found.append(Violation("SHOW-OTHER-CARDS", message, "cards"))
        if len(cards) >= len(self.shown.get(seat, ())):
            self.shown[seat] = cards
        return found

    def full_boards(self) -> tuple[Cards, ...]:
        """Return the boards: of several, those that were dealt to the end."""
        found = self.boards
        if len(found) < 2:
            return tuple([tuple(board) for board in found.values()])
        longest = max(map(len, found.values()))
        return tuple([tuple(found[key]) for key in sorted(found) if len(found[key]) == longest])


def _reprinted(board: list[str], printed: Cards) -> str:
    """Say how a reprinted board differs from the one that was dealt."""
    message = f"the board was {' '.join(board)}, but is printed as {' '.join(printed)}"
    gone = [card for card in board if card not in printed]
    come = [card for card in printed if card not in board]
    if len(gone) != len(come) or not gone:
        return message
    return f"{message}: {' '.join(come)} in place of {' '.join(gone)}"


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def duplicates(events: Sequence[Event]) -> list[Violation]:
    """Return a violation for each card that two places show, at the event that shows it the second time.

    A player who shows the cards he was dealt shows them once; other cards than those are another violation.
    """
    places: dict[str, str] = {}
    known: set[int] = set()
    found = []
    for index, event in enumerate(events):
        if isinstance(event, DealBoard):
            place = f"on the {event.street}" if event.street != "preflop" else "on the board before the flop"
        elif isinstance(event, DealHole | Show) and event.seat not in known:
            known.add(event.seat)
            place = f"in the hand of seat {event.seat}"
        else:
            continue
        for card in event.cards:
            if card in places:
                message = f"{card} is seen {place}, but was {places[card]} already"
                if places[card] == place:
                    message = f"{card} is seen twice {place}"
                found.append(Violation("CARD-DUPLICATE", message, "cards", event=index))
            elif card != UNKNOWN:
                places[card] = place
    return found
