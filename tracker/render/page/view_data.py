"""What a page says of one view: plain documents, moment by moment, and why what is certain is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isnan, nan
from typing import Any

from tracker.analysis.asks import AnswerNews
from tracker.analysis.view_history import (
    ClaimChanges,
    ReachableClaim,
    ViewHistory,
    claim_changes,
    view_history,
)
from tracker.analysis.view_progress import Gain, Progress, gain, measure
from tracker.explain import Explanation
from tracker.explain.gap_why import GapExplanation
from tracker.game.cards import Card
from tracker.game.record import Record
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Chances, EventCause
from tracker.knowledge.views import View
from tracker.render.json_form import Json, hands, plain
from tracker.render.phrases import per_cent
from tracker.render.proof_words import ProofWords
from tracker.render.why_text import proof_lines
from tracker.teach.grading import THEMES, hardest


@dataclass(frozen=True)
class ViewData:
    """What a page needs of one view."""

    view: View
    bits: float
    """How many are left to learn at the deal; NaN where that is not known."""
    gains: tuple[Gain, ...]
    document: Json


def view_data(record: Record, view: View) -> ViewData:
    """Follow a view through a game and put down what a page needs of it."""
    history = view_history(record, view)
    bits = [progress.bits for progress in history.progress]
    document = _document(history.view, _boards(record, history), bits, history.gains) | {
        "claims": list(_claims(history.claims)),
        "why": list(_reasons(record, history)),
        "deals": [
            {"hands": hands(record.seats, witness.deal), "last": witness.last}
            for witness in history.deals
        ],
        "otherwise": {str(event): _otherwise(news) for event, news in history.others.items()},
    }
    return ViewData(history.view, bits[0], history.gains, document)


def _document(
    view: View, boards: Iterable[Json], bits: Sequence[float], gains: Sequence[Gain]
) -> Json:
    """What is said of any view: who it is, and each moment.

    A moment has the hand sizes, the bits left to learn, the bits that its event told, what is
    proven by it, and of each card whose line is new what ``show --json`` says, with the odds.
    """
    told = [
        {},
        *({"told": _rounded(gain.least), "proven": _proven(gain)} for gain in gains),
    ]
    moments, before = [], dict[Card, Json]()
    for board, left, news in zip(boards, bits, told, strict=True):
        now = board["cards"]
        new = {card: entry for card, entry in now.items() if before.get(card) != entry}
        moments.append({**board, "cards": new, "bits": _rounded(left), **news})
        before = now
    return {"name": view.name, "seats": list(view.seats), "own": _own(view), "moments": moments}


def _own(view: View) -> list[Card]:
    return [card for hand in view.hands for card in hand.cards]


def _proven(gained: Gain) -> list[list[str]]:
    """The claims that are newly proven: half-suit and team."""
    return [[book, str(team)] for book, team in gained.proven]


def _rounded(bits: float) -> float | None:
    """Bits as they are shown; None where they are not known."""
    return None if isnan(bits) else round(bits, 3) + 0.0  # without a minus before a zero


def _boards(record: Record, history: ViewHistory) -> Iterator[Json]:
    """The hand sizes and the cards in play at each moment."""
    own = {*_own(history.view)}
    for moment in history.moments:
        located = moment.deduction.state.located
        cards = {
            card: _entry(record, chances, card in located, card in own)
            for card, chances in moment.chances.items()
        }
        yield {"sizes": dict(moment.sizes), "cards": cards}


def _entry(record: Record, chances: Chances, is_public: bool, is_own: bool) -> Json:
    """What ``show --json`` says of a card, with the odds in per cent, as they are shown."""
    holders = [seat for seat in record.seats if seat in chances]
    if len(holders) > 1:
        odds = [None if (share := chances[seat]) is None else per_cent(share) for seat in holders]
        return {"holders": holders, "status": "open", "odds": odds}
    status = "public" if is_public else "own" if is_own else "deduced"
    return {"holders": holders, "status": status}


def _otherwise(news: AnswerNews | None) -> Json | None:
    """What an ask would have told with the other answer; None: the view could rule that out."""
    if news is None:
        return None
    placed = [[card, seat] for card, seat in news.placed.items()]
    return {"bits": _rounded(news.bits), "exact": news.exact, "placed": placed}


# -- claims ---------------------------------------------------------------------------------------


def _claims(moments: Iterable[ClaimChanges]) -> Iterator[Json]:
    """The claims within reach, as they change; one that no longer is has no verdict."""
    for at, changes in enumerate(moments):
        for (book, team), claim in changes.items():
            place = {"at": at, "book": book, "team": str(team)}
            yield place if claim is None else place | claim_document(claim)


def claim_document(claim: ReachableClaim) -> Json:
    """A claim within reach: its verdict, its likeliest naming, in how many per cent it is right.

    What is certain is the verdict's to say: a number never rounds to it.
    """
    unsure = claim.verdict not in ("proven", "impossible") and claim.probability is not None
    odds = per_cent(claim.probability or 0) if unsure else None
    return {"verdict": claim.verdict, "holdings": dict(claim.holdings or ()), "odds": odds}


# -- reasons --------------------------------------------------------------------------------------


def _reasons(record: Record, history: ViewHistory) -> Iterator[Json]:
    """Why cells are certain; the explanations of one moment share their words.

    They are in the order of their moments; a cell may have a second one, of fewer causes.
    """
    every = sorted((*history.reasons, *history.simpler), key=lambda explanation: explanation.at)
    for at, explanations in groupby(every, key=lambda explanation: explanation.at):
        words = ProofWords(record, history.view.name, at, address=False)
        yield from (_reason(explanation, words) for explanation in explanations)


def reason_told(explanation: Explanation) -> Json | None:
    """Why a cell is certain, where that alone is asked; None: it is not certain."""
    if explanation.verdict != "proven":
        return None
    if isinstance(explanation, GapExplanation):
        facts = [[[line], [], []] for line in proof_lines(explanation)]
        return _certain(explanation) | {"gist": None, "steps": [facts]}
    words = ProofWords(explanation.record, explanation.view, explanation.at, address=False)
    return _reason(explanation, words)


def _certain(explanation: Explanation) -> Json:
    """What is certain of a cell, when, and from which causes."""
    (part,) = explanation.conclusion.parts
    return {
        "card": part.card,
        "seat": part.seat,
        "holds": part.holds,
        "at": explanation.at,
        "smallest": explanation.smallest,
        "because": plain(explanation.because),
    }


def _reason(explanation: Explanation, words: ProofWords) -> Json:
    """Why a cell is certain: what it is, the causes, the steps, sentence by sentence.

    A sentence is its parts (text, the numbers of events, names of players), and the cells and the
    hands that it is about. The technique is the hardest that it takes; ``at_once`` says whether it
    follows from the last event alone: then it is no question worth posing.
    """
    events = {cause.number for cause in explanation.because if isinstance(cause, EventCause)}
    return _certain(explanation) | {
        "gist": words.gist(explanation),
        "technique": hardest(explanation.steps) if explanation.steps else THEMES[0],
        "at_once": events <= {explanation.at},
        "steps": [
            [[each.parts, each.cells, each.hands] for each in words.sentences(step)]
            for step in explanation.steps
        ],
    }


# -- across gaps ----------------------------------------------------------------------------------


def open_view_data(record: Record, view: View, moments: Sequence[Deduction | None]) -> ViewData:
    """What a page needs of a view of a record with gaps: who can hold what, without chances.

    Args:
        record: the game.
        view: whose.
        moments: what follows at each moment; None where that is undecided.
    """
    progress = [
        Progress(nan, False, {}, {}) if deduction is None else measure(deduction)
        for deduction in moments
    ]
    gains = tuple(map(gain, progress, progress[1:]))
    proven = (  # however the gaps are filled
        {claim: ReachableClaim("proven", naming, None) for claim, naming in known.proven.items()}
        for known in progress
    )
    boards = (_open_board(record, deduction) for deduction in moments)
    document = _document(view, boards, [nan] * len(moments), gains) | {
        "claims": list(_claims(claim_changes(proven))),
        "why": [],
        "deals": [],
        "otherwise": {},
    }
    return ViewData(view, nan, gains, document)


def _open_board(record: Record, deduction: Deduction | None) -> Json:
    """The hand sizes and the cards at a moment; where it is undecided, anybody may have any."""
    if deduction is None:
        unknown = {"holders": list(record.seats), "status": "undecided"}
        return {"sizes": {}, "cards": dict.fromkeys(record.table.cards, unknown)}
    shown: dict[str, Any] = deduction.to_json()
    return {"sizes": dict(deduction.sizes()), "cards": shown["cards"]}
