"""The figures and words that a site prints about a hand, each against the play."""

from __future__ import annotations

from itertools import accumulate

from hhparse.audit.awards import check_awards
from hhparse.audit.case import Case, pot_name
from hhparse.audit.showdown import check_showdown
from hhparse.cards import UNKNOWN
from hhparse.model import Act, BoardClaim, Collect, Post, PotClaim, SeatClaim, Street
from hhparse.rules.pots import Ledger, complete, shares
from hhparse.rules.words import hand_in_words, said_of_any_five, said_wrongly

_NOTHING_WON = frozenset({"folded", "lost", "mucked"})


def check_claims(case: Case) -> None:
    """Check every figure the site prints, who was paid included."""
    claims, ledger = case.hand.claims, case.played.ledger
    collected = sum(case.paid.values())
    if claims.pot is None or check_total(case, claims.pot, collected):
        check_rake(case, claims.pot, collected)
    if ledger is not None:
        if claims.pot is not None and claims.pot.pots and not case.blamed:
            check_pots(case, claims.pot, ledger)
        check_awards(case, ledger)
        check_showdown(case, ledger)
    if case.shows:
        check_words(case)
    for claim in claims.seats:
        check_seat(case, claim)
    check_boards(case)


def check_total(case: Case, pot: PotClaim, collected: int) -> bool:
    """Check the total pot; tell whether the sum of collected chips and rake is still to be checked."""
    rake = case.gross - collected if case.rake is None else case.rake
    computed = total_of(case, pot.total_means, rake)
    if pot.total == computed:
        return True
    if pot.total == computed + case.unreturned:
        if case.rules.uncalled_line == "either":  # where it has a line the replay reports it; else so it should be
            uncalled, printed = case.money(case.unreturned), case.money(pot.total)
            message = f"the total pot is printed as {printed}, {uncalled} of which nobody called"
            case.report("UNCALLED-RETURN", pot.line, "total", message)
        return case.unreturned == case.in_winnings
    agrees = collected + rake + case.in_winnings == pot.total
    printed, played = case.money(pot.total), case.money(computed)
    message = f"the total pot ({pot.total_means.replace('_', ' ')}) is printed as {printed}, the play gives {played}"
    if agrees:  # the site's own sum is right: the play differs, and so does everything that follows from it
        case.blamed.update(case.paid)
        note = "the chips collected and the rake add up to what is printed"
        case.report("CHIPS-CONSERVED", pot.line, "total", message, note)
    else:
        case.report("POT-TOTAL", pot.line, "total", message)
    return not agrees


def check_pots(case: Case, pot: PotClaim, ledger: Ledger) -> None:
    """Check the main and side pots against the layers; report the first that differs."""
    gross, net = case.rules.pots_mean == "gross", pots_of(case, ledger)
    if pot.pots == net or _cut_finer(case, pot.pots, net):
        return
    layers = ", ".join(f"{pot_name(place)} {case.money(amount)}" for place, amount in enumerate(net))
    if _cut_in_time(case, pot.pots, sum(net)):
        if case.paid != ledger.totals:  # who is paid follows from the pots
            case.blamed.update(case.paid)
        message = "the pots are cut in the order of going all-in, and not by amount"
        case.report("POT-ORDER", pot.line, "pot_0", message, f"net of rake: {layers}")
        return
    index = next((at for at, (claimed, layer) in enumerate(zip(pot.pots, net, strict=False)) if claimed != layer), 0)
    if len(pot.pots) != len(net):
        message = f"{len(pot.pots)} pots are printed, the contributions make {len(net)}"
    else:
        claimed, layer = case.money(pot.pots[index]), case.money(net[index])
        message = f"the {pot_name(index)} is printed as {claimed}, the contributions make it {layer}"
    case.report("POT-LAYERS", pot.line, f"pot_{index}", message, f"{'with the' if gross else 'net of'} rake: {layers}")


def _cut_finer(case: Case, claimed: tuple[int, ...], net: tuple[int, ...]) -> bool:
    """Tell whether the printed pots are the layers cut once more at what an all-in player put in who then folded.

    Blinds that put a player who is away all-in are folded for him; his pot is printed all the same.
    """
    cuts, layers = set(accumulate(claimed)), set(accumulate(net))
    if not layers or not layers <= cuts or max(cuts) != max(layers):
        return False
    played = case.played
    rake = case.gross - sum(net)
    levels = [put for seat, put in played.contributed.items() if seat not in played.live]
    allowed = [played.dead + sum(min(put, level) for put in played.contributed.values()) for level in levels]
    return all(any(amount - rake <= cut <= amount for amount in allowed) for cut in cuts - layers)


def _cut_in_time(case: Case, claimed: tuple[int, ...], total: int) -> bool:
    """Tell whether the printed pots are cut at each all-in as it came: a smaller one after a larger is no cut then."""
    played = case.played
    last = {event.seat: at for at, event in enumerate(case.hand.events) if isinstance(event, Post | Act)}
    put = played.contributed
    levels = list(accumulate((put[seat] for seat in sorted(played.live, key=lambda seat: last.get(seat, -1))), max))
    if levels == sorted(put[seat] for seat in played.live):
        return False
    cuts = [played.dead + sum(min(amount, level) for amount in put.values()) for level in dict.fromkeys(levels)]
    gross = [cut - before for cut, before in zip([*cuts[:-1], case.gross], [0, *cuts[:-1]], strict=True)]
    taken = [full - net for full, net in zip(gross, claimed, strict=False)]
    return len(gross) == len(claimed) and min(taken) >= 0 and sum(taken) == case.gross - total


def check_rake(case: Case, pot: PotClaim | None, collected: int) -> None:
    """Check that what is collected and the rake make the pot."""
    rake, gross = case.rake, case.gross
    if rake is None:
        if collected == gross or (collected < gross and case.cashed):  # the house keeps what it has bought
            return
        slug, sums = "CHIPS-CONSERVED", f"{case.money(collected)} is collected"
    else:
        if collected + rake == gross:
            return
        total = case.money(collected + rake)
        slug, sums = "RAKE-SUM", f"{case.money(collected)} collected and {case.money(rake)} rake are {total}"
        if collected and unpaid_side(case, gross - rake - collected):
            slug = "AWARD-HILO-SPLIT"
    wrong = misprinted(case)
    case.blamed.update(case.paid)
    message = f"{sums}, the pot is {case.money(gross)}"
    if wrong is not None:
        case.report(slug, wrong.line, "amount", message)
    elif pot is not None:
        case.report(slug, pot.line, "total" if rake is None else "rake", message)
    else:
        case.report(slug, case.last_line, "", message)


def unpaid_side(case: Case, missing: int) -> bool:
    """Tell whether what is missing is all of the high or all of the low, of every pot or of one.

    One chip is not: a rake that is one off is no unpaid half, however small the half.
    """
    ledger, game = case.played.ledger, case.hand.game
    if ledger is None or missing <= case.rules.chip_unit or not game.hilo:
        return False
    halves: dict[str, list[int]] = {"high": [], "low": []}
    for award in ledger.awards:
        if award.side != "whole":
            halves[award.side].append(award.amount)
        elif award.rule == "AWARD-TO-MUCKED":  # one hand is shown and takes both sides, a line each
            for side, part in zip(("high", "low"), shares(award.amount, 2, case.rules.chip_unit), strict=True):
                halves[side].append(part)
    return any(missing == sum(parts) or missing in parts for parts in halves.values())


def misprinted(case: Case) -> Collect | None:
    """Return the collect of the only seat that the ledger pays otherwise, if the summary agrees with the ledger."""
    ledger = case.played.ledger
    if ledger is None or ledger.unknown:
        return None
    off = [seat for seat, amount in case.paid.items() if amount != ledger.totals.get(seat, 0)]
    said = {claim.seat: claim.won for claim in case.hand.claims.seats}
    if len(off) != 1 or said.get(off[0]) != ledger.totals.get(off[0], 0):
        return None
    return next((event for event in case.collects if event.seat == off[0]), None)


def check_seat(case: Case, claim: SeatClaim) -> None:
    """Check what the summary says of a seat against the events."""
    seat = claim.seat
    paid = case.printed.get(seat, 0)
    won = 0 if claim.won is None and claim.fate in _NOTHING_WON else claim.won
    if won is not None and won != paid and seat not in case.blamed:
        amounts = f"won {case.money(won)}, the hand pays {case.money(paid)}"
        case.report("SEAT-CLAIM", claim.line, "won", f"the summary says that {claim.player} {amounts}")
    if claim.fate == "folded":
        street = case.folded.get(seat)
        if street is None and claim.street is not None and seat in case.played.live:
            case.report("SEAT-CLAIM", claim.line, "player", f"the summary folds {claim.player}, who did not fold")
        elif street is not None and claim.street is not None and street != claim.street:
            message = f"the summary folds {claim.player} {_when(claim.street)}, the hand {_when(street)}"
            case.report("SEAT-CLAIM", claim.line, "player", message)
    shown = case.played.shown.get(seat)
    if claim.cards and shown and sorted(claim.cards) != sorted(shown) and not case.twice:
        cards = f"[{' '.join(claim.cards)}], shown were [{' '.join(shown)}]"
        case.report("SHOW-OTHER-CARDS", claim.line, "cards", f"the summary gives {claim.player} {cards}")


def _when(street: Street) -> str:
    return "before the flop" if street == "preflop" else f"on the {street}"


def check_boards(case: Case) -> None:
    """Check the summary's boards against the dealt ones."""
    if case.lost_card is not None or case.twice:
        return  # reported already; the boards cannot be compared
    for claim in case.hand.claims.boards:
        dealt = case.dealt(claim.board)
        if claim.cards != dealt and not (case.doubted and _as_reprinted(case, claim)):
            cards = f"[{' '.join(claim.cards)}], dealt were [{' '.join(dealt)}]"
            name = f"board {claim.board}" if claim.board else "the board"
            case.report("BOARD-CLAIM", claim.line, "cards", f"{name} is printed as {cards}")


def _as_reprinted(case: Case, claim: BoardClaim) -> bool:
    """Tell whether a board is as later streets reprint it, where a street itself was printed wrongly."""
    boards = [board for board in case.played.boards if UNKNOWN not in board]
    return len(boards) < len(case.played.boards) or claim.cards in boards


def check_words(case: Case) -> None:
    """Compare the site's words for shown hands with their cards, by category and low only."""
    boards, game = case.played.boards, case.hand.game
    last = case.boards[-1].line if case.boards else 0
    for event in case.shows:
        index = max(0, event.board - 1)
        if not event.said or event.line < last or index >= len(boards) or not complete(boards[index]):
            continue  # what is said before the river is said of fewer cards
        if len(event.cards) != game.hole_cards or UNKNOWN in event.cards:
            continue
        if not said_wrongly(game, event.cards, boards[index], event.said):
            continue
        made = hand_in_words(game, event.cards, boards[index])
        if case.doubted or not said_of_any_five(game, event.cards, boards[index], event.said):
            case.report("SAID-HAND", event.line, "said", f"the cards make {made}")
        elif not case.reported("SHOW-NOT-2PLUS3", event.line):
            case.report("SHOW-NOT-2PLUS3", event.line, "said", f"two hole and three board cards make {made}")


def pots_of(case: Case, ledger: Ledger) -> tuple[int, ...]:
    """Return the main and side pots in the sense in which the site prints them."""
    if case.rules.pots_mean == "gross":
        return tuple([pot.amount for pot in ledger.pots])
    return tuple([pot.amount - pot.rake for pot in ledger.pots])


def total_of(case: Case, means: str, rake: int) -> int:
    """Return the total pot in the sense in which the site prints it."""
    if means == "gross":
        return case.gross
    played = case.played
    uncalled = sum((played.returned or played.returns_due).values()) if means == "net_plus_uncalled" else 0
    return case.gross - rake + uncalled
