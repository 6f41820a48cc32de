"""An explanation: text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tracker.analysis.conclusions import Explained
from tracker.analysis.gap_answers import GapExplanation
from tracker.analysis.signals import CONVENTION
from tracker.explain import Conclusion, Consequences, Explanation, Step
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.knowledge.facts import (
    Cause,
    Deal,
    EventCause,
    GapCause,
    HandCause,
    HeaderCause,
    OwnCause,
    SignalCause,
    SizeCause,
)
from tracker.messages import counted, printable
from tracker.notation.holdings import format_holdings
from tracker.notation.text import format_event
from tracker.render.conventions import explanation_leaning, signals_of
from tracker.render.explanation_words import ExplanationWords
from tracker.render.json_form import Json, hands, plain
from tracker.render.knowing import pairs
from tracker.render.registry import NEGATIVE, Forms, Look, draw, forms_of
from tracker.render.wording import sentence
from tracker.teach.grading import MEANING, TECHNIQUE_LEVEL, technique

STYLE: Final[Mapping[str, str]] = {
    "proven": "bold green", "open": "bold", "refuted": "bold red"
}  # fmt: skip

# -- text -----------------------------------------------------------------------------------------


def _text(explanation: Explanation, _: Look) -> RenderableType:
    """The verdict, the steps, other sets of causes, or a counterexample."""
    wording = ExplanationWords(explanation.record, explanation.view, explanation.at)
    head, *steps = wording.lines(explanation)
    parts: list[RenderableType] = [Text(head, style=STYLE[explanation.verdict])]
    parts += [_hanging(step) for step in steps]
    if explanation.because:
        parts += [Text(""), *(Text(line, style="dim") for line in cause_lines(explanation))]
    for number, causes in enumerate(explanation.others, start=1):
        parts += [Text(""), Text(f"Another set as small ({number}):", style="bold")]
        parts += [_hanging(f"- {wording.cause(cause)}") for cause in causes]
    if explanation.counterexample is not None:
        at = explanation.at
        when = "now" if at == len(explanation.record.events) else f"after event {at}"
        head = f"It may be otherwise: hands {when} that fit everything."
        parts += [Text(""), Text(head, style="bold"), *hand_lines(explanation)]
    return Group(*parts)


def hand_lines(explanation: Explanation) -> Iterator[Text]:
    """The hands of the moment in an open explanation's counterexample, a hand a line.

    The cards that are not where the conclusion has them stand in brackets.
    """
    held = hands_then(explanation.counterexample or {}, explanation.record, explanation.at)
    telling = {
        card for card, seat, holds in explanation.conclusion.parts if (card in held[seat]) != holds
    }
    for seat, cards in held.items():
        line = Text(f"  {printable(seat)}:")
        for card in cards:
            is_telling = card in telling
            line.append(" ")
            line.append(f"[{card}]" if is_telling else card, "bold reverse" if is_telling else "")
        yield line


def hands_then(deal: Deal, record: Record, at: int) -> dict[Seat, list[Card]]:
    """The hands that a deal has become by a moment."""
    held = replay_of(record).state(at).hands_of(deal)
    return {seat: list(cards) for seat, cards in held.items()}


def cause_lines(explanation: Explanation) -> Iterator[str]:
    """How many causes there are, and whether fewer would do."""
    causes = counted(len(explanation.because), "cause")
    if explanation.smallest:
        yield f"From {causes}; no smaller set proves it."
    else:
        yield f"From {causes}, none of which can be left out. The time limit ended the search: "
        yield "there may be a smaller set (--limit)."


def moment_words(at: int, record: Record) -> str:
    """A moment by the event that led to it."""
    if at == 0:
        return "the deal"
    return printable(f"event {at}: {format_event(record.events[at - 1], record)}")


def _hanging(line: str) -> Padding:
    return Padding(Text(line), (0, 0, 0, 2))


# -- JSON -----------------------------------------------------------------------------------------


def _json(explanation: Explanation) -> Json:
    """An explanation; ``gist``, ``others``, ``uses``, ``bounds`` are beyond the contract."""
    record, deal = explanation.record, explanation.counterexample
    wording = ExplanationWords(record, explanation.view, explanation.at)
    parts, book = plain(explanation.conclusion.parts), explanation.conclusion.book
    return {
        "view": explanation.view,
        "at": explanation.at,
        "conclusion": parts[0] if book is None else {"book": book, "parts": parts},
        "verdict": explanation.verdict,
        "because": plain(explanation.because),
        "smallest": explanation.smallest,
        "gist": wording.gist(explanation),
        "others": plain(explanation.others),
        "steps": [_step_json(explanation, step) for step in explanation.steps],
        "counterexample": hands(record.seats, deal),
        "hands": None if deal is None else hands_then(deal, record, explanation.at),
    }


def _step_json(told: Explanation | Consequences, step: Step) -> Json:
    """One of the steps of an answer."""
    words = ExplanationWords(told.record, told.view, told.at)
    return {
        "conclusion": words.conclusion(step),
        "because": plain(step.because),
        "uses": list(step.uses),
        "rule": step.rule,
        "bounds": [asdict(bound) for bound in step.bounds],
        "text": sentence(words.step(step, told.steps)),
    }


def _line(explanation: Explanation) -> str:
    wording = ExplanationWords(explanation.record, explanation.view, explanation.at, address=False)
    words = wording.statement(explanation)
    return f"{explanation.verdict} for {explanation.view} at {explanation.at}: {words}"


def _status(explanation: Explanation) -> int:
    return 0 if explanation.verdict == "proven" else NEGATIVE


EXPLANATION: Final = Forms[Explanation](line=_line, text=_text, json=_json, status=_status)

# -- with what else was asked ---------------------------------------------------------------------


def _explained_text(found: Explained, look: Look) -> RenderableType:
    parts: list[RenderableType] = [draw(found.explanation, look)]
    parts += map(Text, _since_lines(found))
    if found.assumed:
        parts.append(explanation_leaning(found.explanation))
    return Group(*parts)


def _since_lines(found: Explained) -> Iterator[str]:
    """Since when a verdict is what it is, and when else it was."""
    if found.stretches is None:
        return
    *before, last = found.stretches
    yield ""
    since = moment_words(last.start, found.explanation.record)
    yield f"It is {found.explanation.verdict} since {since}."
    if before:
        spans = ", ".join(f"{span.start} to {span.end}" for span in before)
        yield f"It was so before, at the moments {spans}."


def _explained_json(found: Explained) -> Json:
    """An explanation with the moments and signals that were asked for."""
    document: Json = found.explanation.to_json()
    if found.stretches is not None:
        document["since"] = found.stretches[-1].start
        document["moments"] = pairs(found.stretches)
    if found.assumed:
        document["assume"] = CONVENTION
        document["leans"] = signals_of(found.explanation.because)
    return document


EXPLAINED: Final = Forms[Explained](
    line=lambda found: forms_of(found.explanation).line(found.explanation),
    text=_explained_text,
    json=_explained_json,
    status=lambda found: _status(found.explanation),
)

# -- all that follows -----------------------------------------------------------------------------


def _level(step: Step) -> int:
    """How hard a step is, 1 to 5, as for puzzles."""
    return TECHNIQUE_LEVEL[technique(step)]


def _consequences_text(found: Consequences, _: Look) -> RenderableType:
    """All that follows, a step a paragraph; or the first step, as a hint."""
    words = ExplanationWords(found.record, found.view, found.at)
    when = "now" if found.at == len(found.record.events) else f"after event {found.at}"
    if not found.cards:
        return Text(f"Of no card in play does it follow {when} where it is.")
    texts = [sentence(words.step(step, found.steps)) for step in found.steps]
    if found.hint:
        return Text(texts[0] if texts else "The first step is too hard to find (--limit).")
    head = f"{counted(len(found.cards), 'card')} can be placed {when}, easiest first."
    parts: list[RenderableType] = [Text(head, style="bold")]
    level = 0
    for number, (step, text) in enumerate(zip(found.steps, texts, strict=True), start=1):
        if _level(step) != level:
            level = _level(step)
            parts += [Text(""), Text(f"Level {level}: {MEANING[technique(step)]}", style="bold")]
        parts.append(_hanging(f"{number}. {text}"))
    if found.unexplained:
        parts += [Text(""), Text(f"Not explained before the limit: {' '.join(found.unexplained)}.")]
    return Group(*parts)


def _consequences_json(found: Consequences) -> Json:
    """All that follows; with a hint, only the first step."""
    return {
        "view": found.view,
        "at": found.at,
        "cards": list(found.cards),
        "steps": [
            {**_step_json(found, step), "level": _level(step)}
            for step in (found.steps[:1] if found.hint else found.steps)
        ],
        "unexplained": list(found.unexplained),
    }


CONSEQUENCES: Final = Forms[Consequences](
    line=lambda found: (
        f"{counted(len(found.cards), 'place')} that follow for {found.view} at {found.at}, in "
        f"{counted(len(found.steps), 'step')}"
    ),
    text=_consequences_text,
    json=_consequences_json,
)


# -- answers across gaps --------------------------------------------------------------------------
#
# Answers for records with gaps: text and JSON.

_HEAD: Final = {
    "proven": "It is proven, however the gaps are filled: {said}.",
    "refuted": "It is refuted, however the gaps are filled: not {said}.",
    "open": "It is open whether {said}.",
}


def _said(asked: Conclusion, seats: tuple[str, ...]) -> str:
    """A conclusion in words."""
    if asked.book is not None:
        naming = format_holdings(tuple((part.card, part.seat) for part in asked.parts), seats)
        return f"{asked.book} are with {naming}"
    (part,) = asked.parts
    return f"{printable(part.seat)} {'holds' if part.holds else 'lacks'} the {part.card}"


def _gap_text(answer: GapExplanation, _: Look) -> RenderableType:
    """The verdict, and all that it takes, or a way in which it is otherwise."""
    said = _said(answer.conclusion, answer.record.seats)
    head = Text(_HEAD[answer.verdict].format(said=said), style=STYLE[answer.verdict])
    return Group(head, *(Padding(Text(line), (0, 0, 0, 2)) for line in _lines(answer)))


def _lines(answer: GapExplanation) -> Iterator[str]:
    """The causes; or how the gaps are filled, and the hands, where the conclusion is false."""
    for cause in answer.because:
        yield f"- {written_cause(cause, answer.record)}"
    if answer.hands is None:
        return
    yield "It may be otherwise, with the gaps filled so:"
    for number, statements in answer.fillings.items():
        yield f"- event {number}: {printable('; '.join(statements))}"
    yield "and these hands now:"
    for seat, cards in answer.hands.items():
        yield f"  {printable(seat)}: {' '.join(cards)}"


def written_cause(cause: Cause, record: Record) -> str:
    """A cause by what was written down."""
    match cause:
        case EventCause(number) | GapCause(number) | SignalCause(number):
            written = printable(format_event(record.events[number - 1], record))
            open_ = ", in whatever way it is filled" if isinstance(cause, GapCause) else ""
            return f"event {number}: {written}{open_}"
        case HandCause(seat):
            return f"how many cards {printable(seat)} holds now"
        case SizeCause(seat):
            return f"how many cards {printable(seat)} was dealt"
        case OwnCause(card, seat):
            return f"whether {printable(seat)} was dealt the {card}"
        case HeaderCause(text):
            return printable(text)


def _gap_json(answer: GapExplanation) -> Json:
    """As other explanations, and ``fillings``: how the gaps are filled where it fails."""
    parts, book = plain(answer.conclusion.parts), answer.conclusion.book
    return {
        "view": answer.view,
        "at": answer.at,
        "conclusion": parts[0] if book is None else {"book": book, "parts": parts},
        "verdict": answer.verdict,
        "because": plain(answer.because),
        "smallest": answer.smallest,
        "steps": [],
        "counterexample": hands(answer.record.seats, answer.counterexample),
        "hands": plain(answer.hands),
        "fillings": plain(answer.fillings),
    }


GAP_EXPLANATION: Final = Forms[GapExplanation](
    line=lambda answer: (
        f"{answer.verdict} for {answer.view} at {answer.at}: "
        f"{_said(answer.conclusion, answer.record.seats)}"
    ),
    text=_gap_text,
    json=_gap_json,
    status=lambda answer: 0 if answer.verdict == "proven" else NEGATIVE,
)
