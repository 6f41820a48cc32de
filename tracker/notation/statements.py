"""One event and its statement: reading the one, writing the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from tracker.errors import RecordError
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    Holdings,
    Pass,
    Show,
)
from tracker.game.record import Record
from tracker.messages import counted, did_you_mean, quote
from tracker.notation.holdings import HoldingsReader, format_holdings
from tracker.notation.lines import Statement
from tracker.notation.names import NOBODY, SHORT_ASK, VERBS, Names
from tracker.notation.span import BLANKS, MISSING, Span, joined, split_at

AWARD: Final = "award"
_SHOWN: Final = "shown"


@dataclass(frozen=True, slots=True)
class _Said:
    """The parts of a statement."""

    actor: Span
    usage: str
    """What such a statement looks like."""
    rest: list[Span]
    """The tokens behind the verb."""
    shown: list[Span] | None
    """The tokens behind the semicolon, if there is one."""
    end: Span


def is_verb(word: str) -> bool:
    """Whether a word, in lower case, makes an event of what follows a seat."""
    return word in VERBS or word == SHORT_ASK


def read_event(statement: Statement, names: Names) -> Event:
    """The event that a statement means; its problems are noted in ``names.problems``."""
    span = statement.span
    irregular = span.text.endswith("!")
    if irregular:
        span = Span(span.text[:-1].rstrip(BLANKS), span.line, span.column)
    event = _read(span, names)
    return replace(
        event,
        irregular=irregular,
        above=statement.above,
        comment=statement.comment,
        line=span.line,
    )


def _read(span: Span, names: Names) -> Event:
    """The event that a statement is, as its verb says; an empty one where it has none."""
    main, *behind = split_at(span.tokens(), ";")
    for extra in behind[1:]:
        names.problems.add(extra[0] if extra else span.end(), "a second ';' has no meaning here")
    shown = behind[0] if behind else None
    second = main[1].word if len(main) > 1 else ""
    if main and main[0].word == AWARD and not is_verb(second):
        return _award(_Said(main[0], Award.usage, main[1:], shown, span.end()), names)
    verb = "asks" if second == SHORT_ASK else second
    if verb not in _READERS:
        _report_no_verb(main, span, names)
        return Event()
    said = _Said(main[0], VERBS[verb], main[2:], shown, span.end())
    if shown is not None and verb != "claims":
        names.problems.add(said.end, "only a claim or an award has '; shown HOLDINGS' behind it")
    return _READERS[verb](said, names)


def _report_no_verb(main: list[Span], span: Span, names: Names) -> None:
    """Report a statement whose second word is no verb, with the nearest verb."""
    if len(main) < 2:
        names.problems.add(
            span, f"{quote(span.text)} is not a statement (expected such as '{VERBS['asks']}')"
        )
        return
    hint = did_you_mean(main[1].text, VERBS)
    known = ", ".join(VERBS)
    names.problems.add(main[1], f"{quote(main[1].text)} is not a verb (expected {known}){hint}")


def _words(said: _Said, names: Names, count: int) -> list[Span]:
    """Exactly so many words, with their colons and commas dropped."""
    words = [token for token in said.rest if token.text not in ":,"]
    if len(words) == count:
        return words
    if len(words) < count:
        names.problems.add(said.end, f"the statement ends too early (expected '{said.usage}')")
    else:
        extra = words[count]
        names.problems.add(
            extra, f"{quote(extra.text)} is one word too many (expected '{said.usage}')"
        )
    return [MISSING] * count


def _ask(said: _Said, names: Names) -> Event:
    target, card, answer = _words(said, names, 3)
    return Ask(names.seat(said.actor), names.seat(target), names.card(card), names.answer(answer))


def _claim(said: _Said, names: Names) -> Event:
    """A claim: book, holdings and outcome, parted by colons, and the cards shown."""
    parts = split_at(said.rest, ":")
    actor = names.seat(said.actor)
    if len(parts) != 3:
        at = parts[3][0] if len(parts) > 3 and parts[3] else said.end
        names.problems.add(
            at, f"found {counted(len(parts) - 1, 'colon')} (expected two: '{said.usage}')"
        )
        return Claim(actor, "", (), "correct")
    book = names.book(joined(parts[0], said.end))
    at = parts[1][0] if parts[1] else said.end
    holdings = HoldingsReader(names, book).read(parts[1], at)
    outcome = names.outcome(joined(parts[2], said.end))
    return Claim(actor, book, holdings, outcome, _shown(said, names, book))


def _shown(said: _Said, names: Names, book: str) -> Holdings | None:
    """The holdings behind ``; shown``; none where nothing stands there."""
    if said.shown is None:
        return None
    if not said.shown or said.shown[0].word != _SHOWN:
        at = said.shown[0] if said.shown else said.end
        names.problems.unknown(at, f"'{_SHOWN}'", "expected '; shown HOLDINGS'", ())
        return None
    return HoldingsReader(names, book).read(said.shown[1:], said.shown[0])


def _pass(said: _Said, names: Names) -> Event:
    to, receiver = _words(said, names, 2)
    if to.word != "to":
        names.problems.add(to, f"{quote(to.text)} is not 'to' (expected '{said.usage}')")
    return Pass(names.seat(said.actor), names.seat(receiver))


def _has(said: _Said, names: Names) -> Event:
    (size,) = _words(said, names, 1)
    return HandSize(names.seat(said.actor), names.size(size))


def _show(said: _Said, names: Names) -> Event:
    cards = [token for token in said.rest if token.text != ","]
    if not cards:
        names.problems.add(said.end, f"the statement ends too early (expected '{said.usage}')")
    return Show(names.seat(said.actor), names.cards(cards))


def _challenge(said: _Said, names: Names) -> Event:
    return Challenge(names.seat(said.actor), names.book(joined(said.rest, said.end)))


def _decline(said: _Said, names: Names) -> Event:
    _words(said, names, 0)
    return Decline(names.seat(said.actor))


def _give(said: _Said, names: Names) -> Event:
    receiver, card = _words(said, names, 2)
    return Give(names.seat(said.actor), names.seat(receiver), names.card(card))


def _award(said: _Said, names: Names) -> Event:
    """An award of a book to a seat or to nobody, and the cards shown."""
    if len(said.rest) < 2 or said.rest[-2].word != "to":
        names.problems.add(
            said.end, f"no 'to' stands before the last word (expected '{said.usage}')"
        )
        return Award("", None)
    *book_words, _, receiver = said.rest
    book = names.book(joined(book_words, said.actor.end()))
    return Award(book, names.seat_or_nobody(receiver), _shown(said, names, book))


_READERS: Final[dict[str, Callable[[_Said, Names], Event]]] = {
    "asks": _ask,
    "claims": _claim,
    "passes": _pass,
    "has": _has,
    "shows": _show,
    "challenges": _challenge,
    "declines": _decline,
    "gives": _give,
}


# -- writing --------------------------------------------------------------------------------------


def format_event(event: Event, record: Record) -> str:
    """The canonical text of one event, without its comments.

    Args:
        event: the event.
        record: the record that it is of, for the order of the seats.
    """
    return _statement(event, record) + (" !" if event.irregular else "")


def _statement(event: Event, record: Record) -> str:
    """What an event is called in the notation, without its marks and comments."""
    match event:
        case Ask():
            return f"{event.asker} asks {event.target} {event.card}: {event.answer}"
        case Claim():
            said = format_holdings(event.holdings, record.seats)
            claim = f"{event.claimant} claims {event.book}: {said}: {event.outcome}"
            return claim + _then_shown(event.shown, record)
        case Pass():
            return f"{event.passer} passes to {event.receiver}"
        case HandSize():
            return f"{event.seat} has {event.size}"
        case Show():
            return f"{event.seat} shows {' '.join(event.cards)}"
        case Challenge():
            return f"{event.challenger} challenges {event.book}"
        case Decline():
            return f"{event.seat} declines"
        case Award():
            return f"award {event.book} to {event.seat or NOBODY}" + _then_shown(
                event.shown, record
            )
        case Give():
            return f"{event.giver} gives {event.receiver} {event.card}"
        case _:
            raise RecordError(f"{event!r} has no text in the notation")


def _then_shown(shown: Holdings | None, record: Record) -> str:
    return "" if shown is None else f"; shown {format_holdings(shown, record.seats)}"
