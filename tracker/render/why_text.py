"""An explanation: text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.conclusions import Explained
from tracker.explain import Conclusion, Consequences, Explanation, Step
from tracker.explain.gap_why import CardMove, GapExplanation
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.knowledge.facts import (
    CONVENTION,
    Cause,
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
from tracker.render.explanation_words import ExplanationWords, explanation_lines
from tracker.render.json_form import Json, hands, plain
from tracker.render.knowing import pairs
from tracker.render.phrases import hand_lines, indented, line, moment_words
from tracker.render.registry import EXIT_NEGATIVE, Forms, Look, draw, forms_of
from tracker.render.wording import sentence
from tracker.teach.grading import MEANING, TECHNIQUE_LEVEL, technique

STYLE: Final[Mapping[str, str]] = {
    "proven": "bold green", "open": "bold", "refuted": "bold red", "undecided": "bold magenta"
}  # fmt: skip

# -- text -----------------------------------------------------------------------------------------


def _text(explanation: Explanation, _: Look) -> RenderableType:
    """The verdict, the steps, other sets of causes, or a counterexample."""
    wording = ExplanationWords.of(explanation)
    head, *steps = wording.lines(explanation)
    parts: list[RenderableType] = [Text(head, style=STYLE[explanation.verdict])]
    parts += [indented(step) for step in steps]
    if lines := [*_cause_lines(explanation)]:
        parts += [Text(""), *(Text(line, style="dim") for line in lines)]
    for number, causes in enumerate(explanation.others, start=1):
        parts += [Text(""), Text(f"Another set as small ({number}):", style="bold")]
        parts += [indented(f"- {wording.cause(cause)}") for cause in causes]
    if explanation.counterexample is not None:
        head = f"It may be otherwise: hands {_when(explanation)} that fit everything."
        parts += [Text(""), Text(head, style="bold"), *_hand_lines(explanation)]
    return Group(*parts)


def _hand_lines(explanation: Explanation) -> list[Text]:
    """The hands of the moment in an open explanation's counterexample, a hand a line.

    The cards that are not where the conclusion has them stand in brackets.
    """
    held = _hands_then(explanation) or {}
    telling = {
        card for card, seat, holds in explanation.conclusion.parts if (card in held[seat]) != holds
    }
    return hand_lines(held, telling, "[{}]", "bold reverse")


def _hands_then(explanation: Explanation) -> dict[Seat, tuple[Card, ...]] | None:
    """The hands that an explanation's counterexample has become by its moment, if it has one."""
    if explanation.counterexample is None:
        return None
    state = replay_of(explanation.record).state(explanation.at)
    return state.hands_of(explanation.counterexample)


def _when(answer: Explanation | Consequences) -> str:
    """The moment of an answer in a sentence."""
    return "now" if answer.at == len(answer.record.events) else f"after event {answer.at}"


def _cause_lines(explanation: Explanation) -> Iterator[str]:
    """How many causes there are, and whether fewer would do; nothing where that is plain."""
    if not explanation.because:
        return
    words = ExplanationWords.of(explanation)
    causes = words.counted_off(explanation.because)
    if explanation.smallest and len(explanation.because) == 1:
        return  # nothing is smaller
    if explanation.smallest:
        besides = words.moves_named(explanation)
        yield f"{sentence(f'{besides}it takes {causes}')} Fewer would not prove it."
    elif explanation.minimal:
        yield f"From {causes}. None of them can be left out. The time limit ended the search: "
        yield "there may be a smaller set (--limit)."
    elif explanation.unsure:
        yield f"From {causes}. Some of them may not be needed: that could not be found out."
    else:
        yield f"From {causes}. Some of them may not be needed: the time limit ended the search "
        yield "(--limit)."


# -- JSON -----------------------------------------------------------------------------------------


def _json(explanation: Explanation) -> Json:
    """An explanation; ``gist``, ``others``, ``uses``, ``bounds`` are beyond the contract."""
    record = explanation.record
    wording = ExplanationWords.of(explanation)
    return {
        **_verdict_json(explanation),
        "gist": wording.gist(explanation),
        "others": plain(explanation.others),
        "steps": [
            _step_json(wording, step, " ".join(text))
            for step, text in zip(explanation.steps, wording.by_step(explanation), strict=True)
        ],
        "counterexample": hands(record.seats, explanation.counterexample),
        "hands": plain(_hands_then(explanation)),
    }


def _verdict_json(explanation: Explanation) -> Json:
    """What is asked, the verdict and the causes."""
    parts, book = plain(explanation.conclusion.parts), explanation.conclusion.book
    return {
        "view": explanation.view,
        "at": explanation.at,
        "conclusion": parts[0] if book is None else {"book": book, "parts": parts},
        "verdict": explanation.verdict,
        "because": plain(explanation.because),
        "smallest": explanation.smallest,
        **({} if explanation.minimal else {"minimal": False}),
    }


def _step_json(words: ExplanationWords, step: Step, text: str) -> Json:
    """One of the steps of an answer, told in a text."""
    return {
        "conclusion": words.conclusion(step),
        "because": plain(step.because),
        "uses": list(step.uses),
        "rule": step.rule,
        "bounds": [plain(asdict(bound)) for bound in step.bounds],
        "text": text,
    }


def _line(explanation: Explanation) -> str:
    wording = ExplanationWords.of(explanation, address=False)
    words = wording.statement(explanation)
    return f"{explanation.verdict} for {explanation.view} at {explanation.at}: {words}"


def _status(explanation: Explanation) -> int:
    return 0 if explanation.verdict == "proven" else EXIT_NEGATIVE


EXPLANATION: Final = Forms[Explanation](line=_line, text=_text, json=_json, status=_status)

# -- with what else was asked ---------------------------------------------------------------------


def _explained_text(answer: Explained, look: Look) -> RenderableType:
    parts: list[RenderableType] = [draw(answer.explanation, look)]
    parts += map(line, _since_lines(answer))
    if answer.assumed:
        parts.append(explanation_leaning(answer.explanation))
    return Group(*parts)


def _since_lines(answer: Explained) -> Iterator[str]:
    """Since when a verdict is what it is, and when else it was."""
    if answer.stretches is None:
        return
    *before, last = answer.stretches
    yield ""
    since = moment_words(answer.explanation.record, last.start)
    yield f"It is {answer.explanation.verdict} since {since}."
    if before:
        spans = ", ".join(f"{span.start} to {span.end}" for span in before)
        yield f"It was so before, at the moments {spans}."


def _explained_json(answer: Explained) -> Json:
    """An explanation with the moments and signals that were asked for."""
    document: Json = answer.explanation.to_json()
    if answer.stretches is not None:
        document["since"] = answer.stretches[-1].start
        document["moments"] = pairs(answer.stretches)
    if answer.assumed:
        document["assume"] = CONVENTION
        document["leans"] = signals_of(answer.explanation.because)
    return document


EXPLAINED: Final = Forms[Explained](
    line=lambda answer: forms_of(answer.explanation).line(answer.explanation),
    text=_explained_text,
    json=_explained_json,
    status=lambda answer: _status(answer.explanation),
)

# -- all that follows -----------------------------------------------------------------------------


def _level(step: Step) -> int:
    """How hard a step is, 1 to 5, as for puzzles."""
    return TECHNIQUE_LEVEL[technique(step)]


def _consequences_text(answer: Consequences, _: Look) -> RenderableType:
    """All that follows, a step a paragraph; or the first step, as a hint."""
    words = ExplanationWords.of(answer)
    when = _when(answer)
    if not answer.cards:
        return Text(f"Of no card in play does it follow {when} where it is.")
    texts = [sentence(words.step(step, answer.steps)) for step in answer.steps]
    if answer.hint:
        return Text(texts[0] if texts else "The first step is too hard to find (--limit).")
    head = f"{counted(len(answer.cards), 'card')} can be placed {when}, easiest first."
    parts: list[RenderableType] = [Text(head, style="bold")]
    level = 0
    for number, (step, text) in enumerate(zip(answer.steps, texts, strict=True), start=1):
        if _level(step) != level:
            level = _level(step)
            parts += [Text(""), Text(f"Level {level}: {MEANING[technique(step)]}", style="bold")]
        parts.append(indented(f"{number}. {text}"))
    if answer.unexplained:
        parts += [
            Text(""),
            Text(f"Not explained before the limit: {' '.join(answer.unexplained)}."),
        ]
    return Group(*parts)


def _consequences_json(answer: Consequences) -> Json:
    """All that follows; with a hint, only the first step."""
    words = ExplanationWords.of(answer)
    return {
        "view": answer.view,
        "at": answer.at,
        "cards": list(answer.cards),
        "steps": [
            _step_json(words, step, sentence(words.step(step, answer.steps)))
            | {"level": _level(step)}
            for step in (answer.steps[:1] if answer.hint else answer.steps)
        ],
        "unexplained": list(answer.unexplained),
    }


CONSEQUENCES: Final = Forms[Consequences](
    line=lambda answer: (
        f"{counted(len(answer.cards), 'place')} that follow for {answer.view} at {answer.at}, in "
        f"{counted(len(answer.steps), 'step')}"
    ),
    text=_consequences_text,
    json=_consequences_json,
)


# -- answers across gaps --------------------------------------------------------------------------
#
# Answers for records with gaps: text and JSON.

_HEAD: Final = {
    "proven": "It is proven, however the gaps are filled: {conclusion}.",
    "refuted": "It is refuted, however the gaps are filled: it cannot be that {conclusion}.",
    "open": "It is open whether {conclusion}.",
    "undecided": "It was not found out whether {conclusion}: a stretch is missing.",
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
    conclusion = _said(answer.conclusion, answer.record.seats)
    head = Text(_HEAD[answer.verdict].format(conclusion=conclusion), style=STYLE[answer.verdict])
    return Group(head, *map(indented, _lines(answer)))


def _lines(answer: GapExplanation) -> Iterator[str]:
    """The causes; or how the gaps are filled, and the hands, where the conclusion is false."""
    for cause in answer.because:
        yield f"- {written_cause(cause, answer.record)}"
    if answer.moves:
        yield "Cards that changed hands:"
        yield from (f"- {move_words(move)}" for move in answer.moves)
    if answer.hands is None:
        return
    yield "It may be otherwise, with the gaps filled so:"
    for number, statements in answer.fillings.items():
        yield f"- event {number}: {printable('; '.join(statements))}"
    yield "and these hands now:"
    for seat, cards in answer.hands.items():
        yield f"  {printable(seat)}: {' '.join(cards)}"


def proof_lines(explanation: Explanation) -> list[str]:
    """The steps of a proof; across gaps, what it rests on. The viewer has its name there."""
    if not isinstance(explanation, GapExplanation):
        return explanation_lines(explanation, address=False)[1:]
    causes = (written_cause(cause, explanation.record) for cause in explanation.because)
    head = "It follows, however the gaps are filled, from:"
    moves = [f"– {move_words(move)}" for move in explanation.moves]
    moved = ["Cards that changed hands:", *moves] if moves else []
    return [head, *(f"– {text}" for text in causes), *moved]


def move_words(move: CardMove) -> str:
    """A card that changed hands."""
    perhaps = "" if move.always else "perhaps "
    seats = f"from {printable(move.giver)} to {printable(move.receiver)}"
    return f"{perhaps}the {move.card}, at event {move.event}, {seats}"


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
    return {
        **_verdict_json(answer),
        "steps": [],
        "counterexample": hands(answer.record.seats, answer.counterexample),
        "hands": plain(answer.hands),
        "fillings": plain(answer.fillings),
        "moves": plain([asdict(move) for move in answer.moves]),
    }


GAP_EXPLANATION: Final = Forms[GapExplanation](
    line=lambda answer: (
        f"{answer.verdict} for {answer.view} at {answer.at}: "
        f"{_said(answer.conclusion, answer.record.seats)}"
    ),
    text=_gap_text,
    json=_gap_json,
    status=_status,
)
