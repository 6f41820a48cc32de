"""What ``tracker enter`` prints: changes, refusals, problems, where things stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isnan
from typing import Final

from rich.text import Text

from tracker.analysis.check import CONTRADICTION, Problem
from tracker.analysis.open_gaps import OpenGap, what_is_left
from tracker.analysis.view_progress import Gain, claim_name
from tracker.entry.refusal import Refusal
from tracker.entry.session import Change, Session
from tracker.errors import GapError
from tracker.explain.repairs import Suggestion
from tracker.game.cards import Card
from tracker.game.events import Missing, Seat, by_seat
from tracker.game.record import Record, has_gaps
from tracker.knowledge.facts import Literal
from tracker.messages import counted, printable
from tracker.notation.holdings import format_holdings
from tracker.notation.text import format_event
from tracker.render.document import Block, Document, Line, line
from tracker.render.grid import score_words, short_name
from tracker.render.judging import all_values_words, gap_note
from tracker.render.phrases import numbered_event
from tracker.render.problem_lines import left_out_words, repair_words
from tracker.render.proof_words import ProofWords, unmarked

_DEEDS: Final = {
    "deleted": "deleted",
    "commented": "comment kept",
    "header": "header changed",
    "mended": "mended",
    "reloaded": "read again",
    "branched": "a branch: nothing in it is saved until 'keep'",
    "kept": "the branch is kept",
    "discarded": "the branch is gone",
}
_BACK_AND_FORTH: Final = ("undone", "redone")
_JUMPS: Final = ("deleted", "undone", "redone", "mended", "reloaded", "kept", "discarded")
_SHOWN: Final = 5
INDENT: Final = 5
"""Stands before what belongs to the line above."""
_ZERO: Final = 0.005


def change_report(change: Change, session: Session) -> Document:
    """What an operation changed."""
    lines: list[Block] = [_head(change)]
    lines += [line(text, "dim", INDENT) for text in _gaps(change)]
    if change.news is not None and change.deed not in ("branched", "discarded"):
        lines += [line(text, "dim", INDENT) for text in _news(change.news, session)]
    lines += [line(text, "yellow", INDENT) for text in _fit(change, session)]
    return lines


def change_lines(change: Change, session: Session) -> list[str]:
    """What an operation showed to the view, of gaps, and what fits no longer or again."""
    news = [] if change.news is None else [*_news(change.news, session)]
    return [*_gaps(change), *news, *_fit(change, session)]


def _head(change: Change) -> Line:
    """The first line of a change: the number of the event, the event, and what was done."""
    event = change.event or change.was
    statement = "" if event is None else printable(format_event(event, change.record))
    rest = "" if change.last is None else f"-{change.last}"
    number = f"{change.number:>3}{rest}. " if change.number is not None else " " * INDENT
    what = _moved(change) if change.deed in _BACK_AND_FORTH else _DEEDS.get(change.deed, "")
    if change.deed in _JUMPS:
        what += f"; {counted(len(change.record.events), 'event')} now"
    gap = "  " if statement and what else ""
    return Line(Text.assemble((number, "bold"), (statement, "bold"), gap, (what, "italic")))


def _moved(change: Change) -> str:
    """What was undone, or done again."""
    if change.number is None:
        return "as it was" if change.deed == "undone" else "done again"
    if change.event is None:
        return "taken back" if change.deed == "undone" else "taken out again"
    if change.was is None:
        return "back again"
    was, now = (format_event(event, change.record) for event in (change.was, change.event))
    return "with its other comment" if was == now else printable(f"again (was: {was})")


def _news(news: Gain, session: Session) -> Iterator[str]:
    """What a change told the view: cards placed and claims proven, or the reverse; then bits."""
    if news.placed:
        yield f"now certain: {_places(news.placed, session.record)}"
    if news.unplaced:
        yield f"not certain any more: {' '.join(news.unplaced)}"
    for claim, naming in news.proven.items():
        holdings = printable(format_holdings(naming, session.record.seats))
        yield f"proven now: {printable(claim_name(claim))}: {holdings}"
    for claim in news.unproven:
        yield f"not proven any more: {printable(claim_name(claim))}"
    if abs(news.least) >= _ZERO:
        verb = "told" if news.least > 0 else "took from"
        about = "" if news.exact else "about "
        bits = f"{verb} {printable(session.view)} {about}{abs(news.least):.2f} bits"
        begins = len(session.record.events) == 1
        first = " (one bit rules out half of the deals)" if begins else ""
        yield f"{bits}; {news.left:.2f} left{first}"


def _places(placed: Mapping[Card, Seat], record: Record) -> str:
    """Where cards are."""
    if not has_gaps(record):
        places = [Literal(card, seat, True) for card, seat in placed.items()]
        return unmarked(ProofWords(record, address=False).literals(places, now=True))
    cards = by_seat(placed.items())
    return "; ".join(printable(f"{seat} holds {' '.join(of)}") for seat, of in cards.items())


def _gaps(change: Change) -> Iterator[str]:
    """What a gap that was entered can be; and which gaps just before it the event has closed."""
    for number, values in change.left.items():
        words = printable(all_values_words(values))
        if number != change.number:
            yield f"so event {number} is closed: {words}"
        else:
            only = "only " if all(len(of) == 1 for of in values.values()) else ""
            yield f"it can {only}have been: {words}"


def _fit(change: Change, session: Session) -> Iterator[str]:
    """What fits no longer, or again."""
    for problem in change.fresh[:_SHOWN]:
        yield f"does not fit now: {problem_words(problem, change.record)}"
    if len(change.fresh) > _SHOWN:
        yield f"… and {len(change.fresh) - _SHOWN} more (see: problems)"
    if change.gone:
        yield f"fits again: {counted(len(change.gone), 'problem')} less"
    if isinstance(session.obstacle, GapError):
        if isinstance(change.event, Missing):
            yield str(session.obstacle)
    elif session.obstacle is not None:
        yield printable(str(session.obstacle))
    elif session.progress is None:
        yield "nothing is deduced while the record contradicts itself (see: problems)"


def problem_words(problem: Problem, record: Record) -> str:
    """A problem with the event it is about."""
    place = "" if problem.event is None else f"{numbered_event(record, problem.event)}: "
    return printable(place + problem.message)


def problems_report(session: Session) -> Document:
    """All that is wrong with the record, contradictions with what they contradict."""
    if not session.problems:
        return (line("No problem."),)
    lines = []
    for problem in session.problems:
        lines.append(line(problem_words(problem, session.record), "yellow"))
        if problem.code == CONTRADICTION:
            conflict = session.conflict(problem.event or 0)
            if conflict is not None:
                lines.append(line(ProofWords(session.record).conflict(conflict), indent=INDENT))
    return tuple(lines)


def refusal_reasons(refusal: Refusal) -> list[str]:
    """Why a statement was refused; of an impossible one also what it contradicts."""
    reasons = []
    for broken in refusal.broken:
        since = ""
        if broken.since is not None:
            event = format_event(refusal.record.events[broken.since - 1], refusal.record)
            since = f" (since event {broken.since}: {event})"
        reasons.append(broken.violation.message + since)
    if refusal.impossible:
        reasons.append("no deal would be left that fits all that was said")
    if refusal.left_out is not None:
        reasons.append(left_out_words(refusal.left_out, refusal.record))
    if refusal.impossible and refusal.conflict is not None:
        reasons.append(ProofWords(refusal.record).conflict(refusal.conflict))
    return reasons


def ways_out(refusal: Refusal) -> str:
    """What can be done about a refused statement."""
    is_left_out = refusal.left_out is not None
    ways = {
        "'mend 1' puts that in": is_left_out,
        "'!' keeps it as irregular": refusal.may_be_irregular,
        "'edit N' mends an earlier event": True,
        "'mend' says which change would make it fit": refusal.impossible and not is_left_out,
    }
    return ", ".join(way for way, is_there in ways.items() if is_there)


def remedies_report(remedies: list[Suggestion], record: Record) -> Document:
    """The single changes that would make sense of a record, by rule of thumb."""
    lines = [
        line(f"mend {number}: {repair_words(remedy.repair, record)}", indent=INDENT)
        for number, remedy in enumerate(remedies[:_SHOWN], start=1)
    ]
    return [line("it would fit if", indent=INDENT), *lines]


def events_report(record: Record, first: int, last: int) -> Document:
    """Some of the events, with their numbers; gaps with what they can be."""
    chosen = range(first, min(last, len(record.events)) + 1)
    left = what_is_left(record, chosen)
    lines = [_event_line(record, number, left.get(number)) for number in chosen]
    return tuple(lines) or (line("No event yet."),)


def _event_line(record: Record, number: int, gap: OpenGap | None) -> Line:
    """An event with its number; a gap stands out, and a comment says what it can be."""
    text = f"{number:>3}. {format_event(record.events[number - 1], record)}"
    if gap is None:
        return line(text)
    style = "bold yellow" if gap.is_open else ""
    return line(f"{text}  # {gap_note(gap)}", style)


def status_words(session: Session) -> str:
    """Where things stand, in one line: file, event, turn, score, view."""
    record, state = session.record, session.state
    at = f"event {session.at}" + ("" if session.moment is None else f" of {len(record.events)}")
    turn = "game over" if state.over else f"turn {printable(' or '.join(state.to_move))}"
    parts = [short_name(session.store.path.name), at, turn, score_words(state)]
    parts.append(f"view {short_name(session.view)}")
    if session.problems:
        parts.append(counted(len(session.problems), "problem"))
    if session.progress is not None and session.moment is None and not isnan(session.progress.bits):
        parts.append(f"{session.progress.bits:.1f} bits")
    return "  ".join(parts)
