"""Who was paid against who should be: the ledger beside the chips collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hhparse.audit.case import Case, pot_name
from hhparse.cards import UNKNOWN
from hhparse.model import Show
from hhparse.rules.evaluate import best_high, best_low, category, low_beside_the_high_ace, low_of_the_high
from hhparse.rules.pots import Award, Ledger, complete, settle
from hhparse.rules.words import hand_in_words, said_of_any_five

# What an award is measured by, where it is not the shown cards.
_BASIS = {
    "AWARD-INELIGIBLE": "the pots he can win give",
    "ODD-CHIP": "the division of the pot gives",
}


def check_awards(case: Case, ledger: Ledger) -> None:
    """Check what each seat collects against the ledger."""
    paid, due = case.paid, ledger.totals
    if case.blamed or case.doubted:
        return
    if paid == due:
        if len(case.collects) > 1:
            check_places(case, ledger)
        return
    if ledger.unknown:
        _unproven(case, ledger)
        return
    if ledger.rake_inferred and _resettled(case, ledger).totals == paid:
        return
    over = [seat for seat, amount in paid.items() if amount > due.get(seat, 0)]
    under = [seat for seat, amount in due.items() if amount > paid.get(seat, 0)]
    if not over and not under:
        return
    case.blamed.update(over, under)
    _misawarded(case, ledger, (over or under)[0])


def check_places(case: Case, ledger: Ledger) -> None:
    """Check from which pot and board each seat collects, where all lines name them; the totals agree already."""
    collects = case.collects
    if {event.board for event in collects} == set(range(1, len(case.played.boards) + 1)):
        _check_by_board(case, ledger)
    if {event.pot for event in collects} != set(range(len(ledger.pots))) or len(ledger.pots) < 2:
        return
    claim = case.hand.claims.pot
    net = tuple([pot.amount - pot.rake for pot in ledger.pots])
    if claim is None or claim.pots != net:
        return
    for event in collects:
        if event.pot is not None and event.seat not in ledger.pots[event.pot].eligible:
            message = f"{case.hand.player(event.seat)} collects from the {pot_name(event.pot)}, which he cannot win"
            case.report("AWARD-INELIGIBLE", event.line, "player", message, start=event.start)
            return
    for index, amount in enumerate(net):
        lines = [event for event in collects if event.pot == index]
        taken = sum(event.amount for event in lines)
        if taken != amount:
            message = f"{case.money(taken)} is collected from the {pot_name(index)}, which is {case.money(amount)}"
            case.report("POT-LAYERS", lines[0].line, "amount", message, start=lines[0].start)
            return


def _check_by_board(case: Case, ledger: Ledger) -> None:
    """Check what each seat collects on each board."""
    if not all(award.board for award in ledger.awards):
        return  # a pot that nobody contests is divided among the boards all the same
    due: Counter[tuple[int, int]] = Counter()
    for award in ledger.awards:
        due[award.board, award.seat] += award.amount
    paid: Counter[tuple[int, int]] = Counter()
    for event in case.collects:
        paid[event.board, event.seat] += event.amount
    for event in case.collects:
        place = (event.board, event.seat)
        if paid[place] > due[place] + len(ledger.pots) * case.rules.chip_unit:
            name = case.hand.player(event.seat)
            given = f"the shown cards give {case.money(due[place])}"
            message = f"{name} collects {case.money(paid[place])} on board {event.board}, {given}"
            notes = [_award_note(case, ledger, award) for award in ledger.awards if award.board == event.board]
            case.report("AWARD-WRONG-WINNER", event.line, "amount", message, *notes)
            return


def _resettled(case: Case, ledger: Ledger) -> Ledger:
    """Return the ledger with the rake divided as the pots were collected."""
    played = case.played
    pots = [0] * len(ledger.pots)
    for event in case.collects:
        if event.pot is not None and event.pot < len(pots):
            pots[event.pot] += event.amount
    rake = sum(pot.rake for pot in ledger.pots)
    return settle(
        case.hand.game, played.contributed, played.dead, played.live, played.order, played.boards, played.shown,
        rake, pots, case.rules,
    )  # fmt: skip


def _unproven(case: Case, ledger: Ledger) -> None:
    """Check what can be checked where the shown cards do not prove the winner of every pot."""
    for seat, amount in case.paid.items():
        most = ledger.totals.get(seat, 0)
        most += sum(ledger.pots[pot].amount for pot in ledger.unknown if seat in ledger.pots[pot].eligible)
        if amount > most:
            case.blamed.add(seat)
            _misawarded(case, ledger, seat)
            return


def _misawarded(case: Case, ledger: Ledger, seat: int) -> None:
    """Report a wrong award, at the first line that pays the seat, with who should win what and why."""
    paid, due = case.paid.get(seat, 0), ledger.totals.get(seat, 0)
    name = case.hand.player(seat)
    slug = _fault(case, ledger, seat)
    basis = _BASIS.get(slug, "the shown cards give" if case.played.shown else "the pot gives")
    message = f"{name} collects {case.money(paid)}, {basis} {case.money(due)}"
    lines = [event for event in case.collects if event.seat == seat]
    his = {award.board for award in ledger.awards if award.seat == seat}
    strange = [event for event in lines if event.board and event.board not in his]
    wrong = [event for event in lines if event.amount == paid - due]  # the rest is his
    event = next(iter([*strange, *wrong[-1:], *lines, *case.collects]), None)
    line = event.line if event else case.hand.source.line
    notes = [_award_note(case, ledger, award) for award in ledger.awards]
    if seat in case.played.shown and due == 0:
        notes += [f"{name} {what}" for what in _makes(case, seat)]
    misread = _misread(case, seat) if paid > due and slug not in _BASIS else None
    if misread is not None:
        case.report(
            "SHOW-NOT-2PLUS3",
            misread.line,
            "said",
            f"{message}, of two hole and three board cards",
            *notes,
            start=misread.start,
        )
        return
    start = event.start if event else -1
    case.report(slug, line, "amount" if event else "", message, *notes, start=start)


def _misread(case: Case, seat: int) -> Show | None:
    """Return the show of a seat that is called what any five of the cards make: by that he is paid, if wrongly."""
    game, hole = case.hand.game, case.played.shown.get(seat, ())
    if len(hole) != game.hole_cards or UNKNOWN in hole:
        return None
    for show in case.shows:
        board = case.played.boards[max(0, show.board - 1) :][:1]
        if show.seat == seat and board and complete(board[0]) and said_of_any_five(game, hole, board[0], show.said):
            return show
    return None


def _fault(case: Case, ledger: Ledger, seat: int) -> str:
    """Return the rule that an award to a seat breaks."""
    played, paid, due = case.played, case.paid.get(seat, 0), ledger.totals.get(seat, 0)
    if seat not in played.live:
        return "AWARD-INELIGIBLE"
    if len(played.live) > 1 and seat not in played.shown and due == 0:
        return "AWARD-TO-MUCKED"
    if paid > sum(pot.amount - pot.rake for pot in ledger.pots if seat in pot.eligible):
        return "AWARD-INELIGIBLE"
    if case.hand.game.hilo and paid > due and _takes_the_low(case, ledger, seat):
        return "HILO-COMBO" if _refused_the_low(case, ledger, seat) else "LOW-ORDER"
    if due == 0:
        return _fault_of_a_low(case, ledger, seat) or _lesser_hand(case, ledger, seat)
    if abs(paid - due) <= len(ledger.awards) * case.rules.chip_unit:
        return "ODD-CHIP"
    rules = {award.rule for award in ledger.awards}
    if case.hand.game.hilo:
        return "AWARD-LOW-TIE" if "AWARD-LOW-TIE" in rules else "AWARD-HILO-SPLIT"
    return "AWARD-TIE" if rules & {"AWARD-TIE", "ODD-CHIP"} else _lesser_hand(case, ledger, seat)


def _takes_the_low(case: Case, ledger: Ledger, seat: int) -> bool:
    """Tell whether a seat with a lesser low is paid what belongs to the low of one other."""
    lows = [award for award in ledger.awards if award.side == "low"]
    hole, over = case.played.shown.get(seat, ()), case.paid[seat] - ledger.totals.get(seat, 0)
    if any(award.seat == seat for award in lows) or len(hole) != case.hand.game.hole_cards or UNKNOWN in hole:
        return False
    boards = [board for board in case.played.boards if complete(board)]
    if all(best_low(case.hand.game, hole, board) is None for board in boards):
        return False
    parts = {award.amount for award in lows} | {sum(award.amount for award in lows)}
    unit = case.rules.chip_unit  # one chip too many is an odd chip, however small the low half
    return over > unit and any(abs(over - part) <= unit for part in parts)


def _refused_the_low(case: Case, ledger: Ledger, seat: int) -> bool:
    """Tell whether a seat is paid the low of one who wins high and low with different cards, or with the same ace.

    His low as those misread it who let a player use his cards once is none, or lesser than that of the seat.
    """
    lows = {award.seat for award in ledger.awards if award.side == "low"}
    owner = next(iter(lows))
    if len(lows) > 1 or not any(award.seat == owner and award.side == "high" for award in ledger.awards):
        return False
    game, shown = case.hand.game, case.played.shown
    for board in filter(complete, case.played.boards):
        paid = best_low(game, shown[seat], board) or 0
        readings = [read(game, shown[owner], board) or 0 for read in (low_of_the_high, low_beside_the_high_ace)]
        if min(readings) < paid:
            return True
    return False


def _lesser_hand(case: Case, ledger: Ledger, seat: int) -> str:
    """Return the rule broken when a lesser hand is paid: where it is of the same kind, only the ranks can be misjudged.

    Where the kinds differ the cards were not read; of several pots or boards the wrong one may have been paid out.
    """
    game, played = case.hand.game, case.played
    hole = played.shown.get(seat, ())
    robbed = [award for award in ledger.awards if case.paid.get(award.seat, 0) < award.amount]
    known = len(hole) == game.hole_cards and UNKNOWN not in hole
    if not known or len(ledger.pots) > 1 or len(played.boards) != 1 or not _contested(robbed):
        return "AWARD-WRONG-WINNER"
    board = played.boards[0]
    kinds = {category(best_high(game, played.shown[other], board)) for other in (seat, *[row.seat for row in robbed])}
    return "RANK-ORDER" if len(kinds) == 1 else "AWARD-WRONG-WINNER"


def _contested(awards: Sequence[Award]) -> bool:
    """Tell whether awards are won by the high cards of shown hands, all of them."""
    return bool(awards) and all(row.side != "low" and row.rule != "AWARD-TO-MUCKED" for row in awards)


def _fault_of_a_low(case: Case, ledger: Ledger, seat: int) -> str:
    """Return the rule broken when half a pot without a low is paid to a seat as if for a low, else ""."""
    if not case.hand.game.hilo or any(award.side == "low" for award in ledger.awards):
        return ""
    if case.paid.get(seat, 0) * 2 > case.gross + len(ledger.pots):
        return ""
    possible = any(len({card[0] for card in board} & set("A2345678")) >= 3 for board in case.played.boards)
    return "LOW-UNQUALIFIED" if possible else "LOW-BOARD-IMPOSSIBLE"


def _award_note(case: Case, ledger: Ledger, award: Award) -> str:
    """Return who should win a share, and with what."""
    places = [pot_name(award.pot)] if len(ledger.pots) > 1 else []
    places += [f"board {award.board}"] if award.board else []
    places += [award.side] if award.side != "whole" else []
    words = ""
    if award.rule not in {"SHOW-UNCALLED", "AWARD-TO-MUCKED"}:
        board = case.played.boards[max(0, award.board - 1)]
        words = f" with {hand_in_words(case.hand.game, case.played.shown[award.seat], board, award.side)}"
    lead = f"{', '.join(places)}: " if places else ""
    return f"{lead}{case.hand.player(award.seat)} should win {case.money(award.amount)}{words}"


def _makes(case: Case, seat: int) -> list[str]:
    """Return what a shown hand makes on each board, for a seat that should win nothing."""
    hole, game = case.played.shown[seat], case.hand.game
    if UNKNOWN in hole or len(hole) != game.hole_cards:
        return [f"shows {len(hole)} cards, no hand of this game"]
    boards = [board for board in case.played.boards if complete(board)]
    several = len(boards) > 1
    return [
        f"shows {hand_in_words(game, hole, board)}{f' on board {number}' if several else ''}"
        for number, board in enumerate(boards, 1)
    ]
