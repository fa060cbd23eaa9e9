"""The figures and words that a site prints about a hand, each against the play."""

from __future__ import annotations

def claims(case: Case) -> None:
    """Check every figure the site prints."""
    claims = case.hand.claims
    gross = case.gross
    collected = sum(case.paid.values())
    if claims.pot is not None:
        case.total(claims.pot, gross, collected)
    case.rake(claims.pot, gross, collected)
    if case.played.ledger is not None:
        case.awards(case.played.ledger)
    if case.shows:
        case.words()
    for claim in claims.seats:
        case.seat(claim)
    case.board()

def total(case: Case, pot: PotClaim, gross: int, collected: int) -> None:
    """Check the total pot, and the main and side pots against the layers."""
    rake = gross - collected if pot.rake is None else pot.rake
    computed = total_of(pot.total_means, gross, rake, case.played)
    if pot.total != computed:
        means = pot.total_means.replace("_", " ")
        message = f"the total pot ({means}) is printed as {case.money(pot.total)}, the play gives "
        case.report("POT-TOTAL", pot.line, "total", message + case.money(computed))
    ledger = case.played.ledger
    if not pot.pots or ledger is None:
        return
    net = tuple(layer.amount - layer.rake for layer in ledger.pots)
    if pot.pots != net:
        case.pots(pot, net)

def pots(case: Case, pot: PotClaim, net: tuple[int, ...]) -> None:
    """Report the first printed pot that differs from its layer."""
    if len(pot.pots) != len(net):
        message = f"{len(pot.pots)} pots are printed, the contributions make {len(net)}"
        index = min(len(pot.pots), len(net)) - 1
    else:
        index = next(
            place for place, (claimed, layer) in enumerate(zip(pot.pots, net, strict=True)) if claimed != layer
        )
        claimed, layer = case.money(pot.pots[index]), case.money(net[index])
        message = f"the {pot_name(index)} is printed as {claimed}, the contributions make it {layer}"
    layers = ", ".join(f"{pot_name(place)} {case.money(amount)}" for place, amount in enumerate(net))
    case.report("POT-LAYERS", pot.line, f"pot_{index}", message, f"net of rake: {layers}")

def rake(case: Case, pot: PotClaim | None, gross: int, collected: int) -> None:
    """Check that what is collected and the rake make the pot."""
    rake = None if pot is None else pot.rake
    if pot is not None and rake is not None:
        if collected + rake == gross:
            return
        sums = f"{case.money(collected)} collected and {case.money(rake)} rake are {case.money(collected + rake)}"
        slug, line, field = "RAKE-SUM", pot.line, "rake"
    elif collected > gross:
        sums = f"{case.money(collected)} is collected"
        slug, line, field = "CHIPS-CONSERVED", case.hand.source.line, ""
    else:
        return  # no rake is printed: what is missing is the rake
    wrong = case.misprinted()
    if wrong is not None:
        line, field = wrong.line, "amount"
    elif case.collects and not field:
        line, field = case.collects[-1].line, "amount"
    case.blamed.update(case.paid)
    case.report(slug, line, field, f"{sums}, the pot is {case.money(gross)}")

def misprinted(case: Case) -> Collect | None:
    """Return the first collect of the only seat that the ledger pays otherwise while the summary agrees with it."""
    ledger = case.played.ledger
    if ledger is None or ledger.unknown:
        return None
    off = [seat for seat, amount in case.paid.items() if amount != ledger.totals.get(seat, 0)]
    said = {claim.seat: claim.won for claim in case.hand.claims.seats}
    if len(off) != 1 or said.get(off[0]) != ledger.totals.get(off[0], 0):
        return None
    return next((event for event in case.collects if event.seat == off[0]), None)


def seat(case: Case, claim: SeatClaim) -> None:
    """Check what the summary says of a seat against the events."""
    seat = claim.seat
    paid = case.paid.get(seat, 0)
    if claim.won is not None and claim.won != paid and seat not in case.blamed:
        amounts = f"won {case.money(claim.won)}, the hand pays {case.money(paid)}"
        case.report("SEAT-CLAIM", claim.line, "won", f"the summary says that {claim.player} {amounts}")
    if claim.fate == "folded":
        street = case.folded.get(seat)
        if street is None and claim.street is not None and seat in case.played.live:
            case.report("SEAT-CLAIM", claim.line, "player", f"the summary folds {claim.player}, who did not fold")
        elif street is not None and claim.street is not None and street != claim.street:
            message = f"the summary folds {claim.player} on the {claim.street}, the hand on the {street}"
            case.report("SEAT-CLAIM", claim.line, "player", message)
    shown = case.played.shown.get(seat)
    if claim.cards and shown and claim.cards != shown and sorted(claim.cards) != sorted(shown):
        cards = f"[{' '.join(claim.cards)}], shown were [{' '.join(shown)}]"
        case.report("SHOW-OTHER-CARDS", claim.line, "cards", f"the summary gives {claim.player} {cards}")

def board(case: Case) -> None:
    """Check the summary's boards against the dealt ones, and that no card is lost."""
    for event in case.boards:
        if not event.cards or UNKNOWN in event.cards:
            message = f"a card of the {event.street} is missing: the history lost it"
            case.report("BOARD-UNKNOWN", event.line, "cards", message)
            return  # the board in the summary cannot be compared
    for claim in case.hand.claims.boards:
        dealt = case.dealt(claim.board)
        if claim.cards != dealt:
            cards = f"[{' '.join(claim.cards)}], dealt were [{' '.join(dealt)}]"
            name = f"board {claim.board}" if claim.board else "the board"
            case.report("BOARD-CLAIM", claim.line, "cards", f"{name} is printed as {cards}")

def dealt(case: Case, board: int) -> Cards:
    """Return the cards dealt to a board, those that it shares with the others included."""
    return tuple(card for event in case.boards if event.board in {0, board} for card in event.cards)

def words(case: Case) -> None:
    """Compare the site's words for shown hands with their cards, by category and low only."""
    boards, game = case.played.boards, case.hand.game
    last = case.boards[-1].line if case.boards else 0
    for event in case.shows:
        index = max(0, event.board - 1)
        if not event.said or event.line < last or index >= len(boards) or not complete(boards[index]):
            continue  # what is said before the river is said of fewer cards
        if len(event.cards) != game.hole_cards or UNKNOWN in event.cards:
            continue
        if said_wrongly(game, event.cards, boards[index], event.said):
            message = f"the cards make {hand_in_words(game, event.cards, boards[index])}"
            case.report("SAID-HAND", event.line, "said", message)


def total_of(means: str, gross: int, rake: int, played: Replay) -> int:
    """Return the total pot in the sense in which the site prints it."""
    if means == "gross":
        return gross
    return gross - rake + (sum(played.returned.values()) if means == "net_plus_uncalled" else 0)


