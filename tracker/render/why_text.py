"""An explanation: text and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from tracker.analysis.conclusions import Explained
from tracker.answers import Case, Depends
from tracker.explain import Conclusion, Consequences, Explanation, Step
from tracker.explain.certificate import digest
from tracker.explain.evidence import in_order
from tracker.explain.gap_why import GapExplanation, WayExplained
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.replay import replay_of
from tracker.knowledge.facts import OwnCause
from tracker.messages import counted, printable
from tracker.render.document import BLANK, Block, Document, Line, indented, line
from tracker.render.forms import EXIT_NEGATIVE, Derived, Forms
from tracker.render.json_form import hands
from tracker.render.phrases import hand_lines, moment_words
from tracker.render.proof_words import ProofWords, Sentence, unmarked
from tracker.render.registry import forms_of
from tracker.teach.grading import MEANING, TECHNIQUE_LEVEL

STYLE: Final[Mapping[str, str]] = {
    "proven": "bold green", "open": "bold", "refuted": "bold red", "undecided": "bold magenta"
}  # fmt: skip

# -- text -----------------------------------------------------------------------------------------


def _text(explanation: Explanation) -> Document:
    """The verdict, the steps, other sets of causes, or a counterexample."""
    words = ProofWords.of(explanation)
    head, *steps = words.lines(explanation)
    if _is_own_card(explanation):
        head, *steps = steps  # the verdict would only say it again
    parts: list[Block] = [line(head, STYLE[explanation.verdict]), *map(indented, steps)]
    if explanation.because:
        parts += _cause_lines(explanation, words)
    for number, causes in enumerate(explanation.others, start=1):
        parts += [BLANK, line(f"Another set as small ({number}):", "bold")]
        parts += [indented(f"- {unmarked(words.cause(cause))}") for cause in causes]
    if explanation.counterexample is not None:
        head = f"It may be otherwise: hands {_when(explanation)} that fit everything."
        parts += [BLANK, line(head, "bold"), *_hand_lines(explanation)]
    return parts


def _is_own_card(explanation: Explanation) -> bool:
    """Whether it is proven by the own hand alone that this hand has a card, or has it not."""
    part, *others = explanation.conclusion.parts
    shown = explanation.because == (OwnCause(part.card, part.seat),)
    return explanation.verdict == "proven" and shown and not others and len(explanation.steps) == 1


def _hand_lines(explanation: Explanation) -> list[Line]:
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


def _cause_lines(explanation: Explanation, words: ProofWords) -> list[Block]:
    """How many causes there are, and whether fewer would do; nothing where that is plain."""
    used = in_order({cause for step in explanation.steps for cause in step.because})
    causes = words.counted_off(used or explanation.because)
    ended = "the limit ended the search"
    if explanation.smallest and len(explanation.because) == 1:
        return []  # nothing is smaller
    if not explanation.minimal:
        end = f"Some of them may not be needed: {ended} (--limit)."
    elif not explanation.smallest:
        end = f"None of them can be left out, but {ended}: there may be a smaller set (--limit)."
    else:  # the steps use all that an own hand shows; the smallest set may do with less
        end = "Fewer would not prove it." if {*used} <= {*explanation.because} else ""
    text = f"All could see where cards went. Besides that it takes {causes}. {end}"
    return [BLANK, line(text.strip(), "dim")]


# -- JSON -----------------------------------------------------------------------------------------


def _line(explanation: Explanation) -> str:
    asked = _said(explanation)
    return f"{explanation.verdict} for {explanation.view} at {explanation.at}: {asked}"


def _said(explanation: Explanation) -> str:
    """What is asked, in words; each player has the own name."""
    words = ProofWords(explanation.record, at=0, address=False)
    return words.statement(explanation)


def _status(explanation: Explanation) -> int:
    return 0 if explanation.verdict == "proven" else EXIT_NEGATIVE


def _steps(
    words: ProofWords, steps: Sequence[Step], texts: Iterable[Sequence[Sentence]]
) -> list[dict[str, Any]]:
    """The steps of an answer for JSON, each told in a text."""
    return [
        {
            "conclusion": unmarked(words.statements(step.concludes)),
            "because": step.because,
            "uses": step.uses,
            "technique": step.technique,
            "bounds": step.bounds,
            "text": " ".join(map(str, text)),
        }
        for step, text in zip(steps, texts, strict=True)
    ]


def _told_steps(explanation: Explanation, words: ProofWords) -> list[dict[str, Any]]:
    """All the steps of an explanation, for JSON."""
    return _steps(words, explanation.steps, words.by_step(explanation))


def _asked(conclusion: Conclusion) -> object:
    """What is asked: of a card, or of a whole claim."""
    parts = conclusion.parts
    return parts[0] if conclusion.book is None else {"book": conclusion.book, "parts": parts}


_ASKED: Final[Derived] = {
    "Explanation.record": lambda explanation, _: digest(explanation.record),
    "Explanation.conclusion": lambda explanation, _: _asked(explanation.conclusion),
    "Explanation.unsure": lambda explanation, _: {} if explanation.minimal else {"minimal": False},
    "Explanation.counterexample": lambda explanation, _: hands(
        explanation.record.seats, explanation.counterexample
    ),
}
EXPLANATION: Final = Forms[Explanation](
    line=_line,
    document=_text,
    derived={
        **_ASKED,
        "Explanation.gist": lambda explanation, _: ProofWords.of(explanation).gist(explanation),
        "Explanation.steps": lambda explanation, _: _told_steps(
            explanation, ProofWords.of(explanation)
        ),
        "Explanation.hands": lambda explanation, _: _hands_then(explanation),
    },
    status=_status,
)

# -- with what else was asked ---------------------------------------------------------------------


def _explained_text(answer: Explained) -> Document:
    document = forms_of(answer.explanation).document(answer.explanation)
    return [*document, *map(line, _since_lines(answer))]


def _since_lines(answer: Explained) -> Iterator[str]:
    """Since when a verdict is what it is, and when else it was."""
    *before, last = answer.stretches or [None]
    if last is not None:
        since = moment_words(answer.explanation.record, last.start)
        yield from ("", f"It is {answer.explanation.verdict} since {since}.")
    spans = ", ".join(f"{span.start} to {span.end}" for span in before if span)
    if spans:
        yield f"It was so before, at the moments {spans}."


EXPLAINED: Final = Forms[Explained](
    line=lambda answer: forms_of(answer.explanation).line(answer.explanation),
    document=_explained_text,
    derived={
        "Explained.since": lambda answer, _: (
            {}
            if answer.stretches is None
            else {"since": answer.stretches[-1].start, "moments": answer.stretches}
        )
    },
    status=lambda answer: _status(answer.explanation),
)

# -- all that follows -----------------------------------------------------------------------------


def _level(step: Step) -> int:
    """How hard a step is, 1 to 5, as for puzzles."""
    return TECHNIQUE_LEVEL[step.technique]


def _consequences_text(answer: Consequences) -> Document:
    """All that follows, a step a paragraph; or the first step, as a hint."""
    words = ProofWords.of(answer)
    when = _when(answer)
    if not answer.cards:
        return [line(f"Of no card in play does it follow {when} where it is.")]
    texts = [" ".join(map(str, words.sentences(step))) for step in answer.steps]
    if answer.hint:
        return [line(texts[0] if texts else "The first step is too hard to find (--limit).")]
    head = f"{counted(len(answer.cards), 'card')} can be placed {when}, easiest first."
    parts: list[Block] = [line(head, "bold")]
    level = 0
    for number, (step, text) in enumerate(zip(answer.steps, texts, strict=True), start=1):
        if _level(step) != level:
            level = _level(step)
            parts += [BLANK, line(f"Level {level}: {MEANING[step.technique]}", "bold")]
        parts.append(indented(f"{number}. {text}"))
    if answer.unexplained:
        parts += [
            BLANK,
            line(f"Not explained before the limit: {' '.join(answer.unexplained)}."),
        ]
    return parts


def _graded(answer: Consequences) -> list[dict[str, Any]]:
    """The steps for JSON, each with its level; with a hint, only the first."""
    words, steps = ProofWords.of(answer), answer.steps[:1] if answer.hint else answer.steps
    told = _steps(words, steps, map(words.sentences, steps))
    return [each | {"level": _level(step)} for step, each in zip(steps, told, strict=True)]


CONSEQUENCES: Final = Forms[Consequences](
    line=lambda answer: (
        f"{counted(len(answer.cards), 'place')} that follow for {answer.view} at {answer.at}, in "
        f"{counted(len(answer.steps), 'step')}"
    ),
    document=_consequences_text,
    derived={"Consequences.steps": lambda answer, _: _graded(answer)},
)


# -- answers across gaps --------------------------------------------------------------------------
#
# Answers for records with gaps: text and JSON.

_HEAD: Final = {
    "proven": "It is proven, however the gaps are filled: {}.",
    "refuted": "It is refuted, however the gaps are filled: it cannot be that {}.",
    "open": "It is open whether {}.",
    "undecided": "It was not found out whether {}: too many ways to fill the gaps.",
}


def _gap_text(answer: GapExplanation) -> Document:
    """The verdict, and all that it takes, or a way in which it is otherwise."""
    head = line(_HEAD[answer.verdict].format(_said(answer)), STYLE[answer.verdict])
    lines = proof_lines(answer, address=True)
    if answer.hands is not None:
        fillings = answer.fillings.items()
        lines += [
            "It may be otherwise, with the gaps filled so:",
            *(f"- event {number}: {printable('; '.join(of))}" for number, of in fillings),
            "and these hands now:",
            *(f"  {printable(seat)}: {' '.join(of)}" for seat, of in answer.hands.items()),
        ]
    return [head, *map(indented, lines)]


def _filled_so(fillings: Mapping[int, Sequence[str]]) -> str:
    """How gaps are filled, in a line."""
    return "; ".join(f"event {n} as “{printable('; '.join(of))}”" for n, of in fillings.items())


def proof_lines(explanation: Explanation, *, address: bool = False) -> list[str]:
    """The steps of a proof, in each way to fill the gaps.

    Args:
        explanation: the explanation.
        address: whether the seat of a view is "you"; else it has its name.
    """
    if not isinstance(explanation, GapExplanation):
        return ProofWords.of(explanation, address=address).lines(explanation)[1:]
    lines: list[str] = []
    for way in explanation.ways:
        lines += [f"With {_filled_so(way.fillings)}:"] * (len(explanation.ways) > 1)
        words = ProofWords.of(way.explanation, address=address, numbers=way.numbers)
        lines += words.lines(way.explanation)[1:]
    return lines


def _in_each_way(ways: Sequence[WayExplained]) -> dict[str, Any]:
    """Causes and steps: as they are where all ways take the same, else each with its ways."""
    whens = [
        tuple({"event": number, "text": "; ".join(of)} for number, of in way.fillings.items())
        for way in ways
    ]
    told: dict[str, list[Any]] = {
        "because": [way.because for way in ways],
        "steps": [
            _told_steps(way.explanation, ProofWords.of(way.explanation, numbers=way.numbers))
            for way in ways
        ],
    }
    if not ways:
        return {"steps": ()}
    return {
        key: Depends(tuple(map(Case, values, whens))) if len(ways) > 1 else values[0]
        for key, values in told.items()
    }


GAP_EXPLANATION: Final = Forms[GapExplanation](
    line=_line,
    document=_gap_text,
    derived={**_ASKED, "GapExplanation.each_way": lambda answer, _: _in_each_way(answer.ways)},
    status=_status,
)
