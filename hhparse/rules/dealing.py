"""Cards on their way to players and boards: the right number, in the right order, none of them twice."""

from __future__ import annotations

from hhparse.cards import UNKNOWN, Cards
from hhparse.model import STREETS, Game
from hhparse.rules.rulebook import Violation

BOARD_SIZE = (0, 3, 4, 5)  # by street number


class Dealing:
    """The cards seen so far. `seats` holds hole cards by seat as dealt, `shown` as shown, `boards` by number."""

    __slots__ = ("boards", "game", "order", "seats", "seen", "shown")

    def __init__(self, game: Game, order: tuple[int, ...]) -> None:
        self.game = game
        self.order = order
        self.boards: dict[int, list[str]] = {}
        self.seats: dict[int, Cards] = {}
        self.shown: dict[int, Cards] = {}
        self.seen: list[str] = []  # every card, once each if all is well

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
        if self.seats:
            last = next(reversed(self.seats))
            if self.order.index(last) > self.order.index(seat):
                message = f"seat {seat} is dealt its cards after seat {last}"
                found.append(Violation("DEAL-ORDER", message, "player"))
        self.seats[seat] = cards
        self.seen += cards
        return found

    def board(self, number: int, street: int, cards: Cards, shown_before: Cards) -> list[Violation]:
        """Deal the cards of street number `street` to board number `number`.

        A board that begins late starts with the cards the boards share. HAND-ORDER tells that the street cannot
        follow on the cards that lie there; nothing is dealt then.
        """
        before = BOARD_SIZE[street - 1] if street else 0
        wanted = BOARD_SIZE[street]
        if self.game.first_card_early:
            before, wanted = max(before, street > 0), max(wanted, 1)
        board = self.boards.get(number)
        if board is None:
            board = self.boards[number] = self.boards.get(0, [])[:before]
        name = STREETS[street]
        least = BOARD_SIZE[street - 2] + 1 if street > 1 else before  # a card short is an error of its own
        if not least <= len(board) <= before:
            return [Violation("HAND-ORDER", f"the {name} is dealt to a board of {len(board)} cards")]
        found = []
        if shown_before and list(shown_before) != [card for card in board if card != UNKNOWN]:
            message = f"the board was {' '.join(board)}, but is printed as {' '.join(shown_before)}"
            found.append(Violation("BOARD-COUNT", message, "cards"))
        if len(cards) != wanted - before:
            message = f"{len(cards)} cards on the {name}, but it has {wanted - before}"
            found.append(Violation("BOARD-COUNT", message, "cards"))
        board += cards
        self.seen += cards
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

    def duplicates(self) -> list[Violation]:
        """Return a violation for each card seen twice."""
        if len(set(self.seen)) == len(self.seen):
            return []
        seen: set[str] = set()
        found = []
        for card in self.seen:
            if card in seen and card != UNKNOWN:
                found.append(Violation("CARD-DUPLICATE", f"{card} is seen twice", "cards"))
            seen.add(card)
        return found
