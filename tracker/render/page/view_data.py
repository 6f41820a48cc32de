"""What a page says of one view: plain documents, moment by moment, and why what is certain is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from math import nan
from typing import Final

from tracker.analysis.view_history import (
    ReachableClaim,
    ViewHistory,
    view_history,
)
from tracker.analysis.view_progress import BookOfTeam, Progress, gain, measure
from tracker.explain import Explanation
from tracker.explain.gap_why import GapExplanation
from tracker.game.cards import Card
from tracker.game.record import Record
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Chances, EventCause
from tracker.knowledge.views import View
from tracker.render.grid import book_states, card_state, turn_words
from tracker.render.json_form import Json, plain
from tracker.render.phrases import per_cent
from tracker.render.proof_words import ProofWords
from tracker.render.why_text import proof_lines
from tracker.teach.grading import THEMES, hardest


@dataclass(frozen=True)
class ViewData:
    """What a page needs of one view."""

    view: View
    progress: tuple[Progress, ...]
    """What it knew at the deal and after each event."""
    document: Json


def view_data(record: Record, view: View) -> ViewData:
    """Follow a view through a game and put down what a page needs of it."""
    history = view_history(record, view)
    boards = [_board(record, each.deduction, each.chances, each.claims) for each in history.moments]
    document = _document(history.view, boards, history.progress) | {
        "why": list(_reasons(record, history)),
        "deals": [
            {"dealt": [witness.deal[card] for card in record.table.cards], "last": witness.last}
            for witness in history.deals
        ],
        "otherwise": {str(event): plain(news) for event, news in history.others.items()},
    }
    return ViewData(history.view, history.progress, document)


def _document(view: View, boards: Iterable[Json], progress: Sequence[Progress]) -> Json:
    """What is said of any view: who it is, and each moment.

    A moment has what is new on the board, part by part, the bits left to learn, the bits that its
    event told, and the half-suits that are newly proven for a team. Whose turn it is, the score and
    what became of half-suits are told by the public view alone.
    """
    told = [
        {},
        *(
            {
                "told": plain(learnt.least),
                "proven": [[book, str(team)] for book, team in learnt.proven],
            }
            for learnt in map(gain, progress, progress[1:])
        ),
    ]
    moments, before = list[Json](), Json()
    for board, known, news in zip(boards, progress, told, strict=True):
        new = {
            key: value if key == "turn" else _new_in(value, before.get(key, {}))
            for key, value in _new_in(board, before).items()
            if not (view.seats and key in _OF_ALL)
        }
        moments.append({**new, "bits": plain(known.bits), **news})
        before = board
    return {
        "name": view.name,
        "seats": list(view.seats),
        "own": [card for hand in view.hands for card in hand.cards],
        "moments": moments,
        "why": [],
        "deals": [],
        "otherwise": {},
    }


_OF_ALL: Final = ("turn", "score", "books")
"""What of a board the public view alone tells."""


def _new_in(now: Json, before: Json) -> Json:
    return {key: value for key, value in now.items() if before.get(key) != value}


def _board(
    record: Record,
    deduction: Deduction | None,
    chances: Mapping[Card, Chances],
    claims: Mapping[BookOfTeam, ReachableClaim],
) -> Json:
    """What ``show --json`` says of a moment, whose turn it is in words, and odds as they are shown.

    Args:
        record: the game.
        deduction: what follows for the view; None where that is undecided, and anybody may have
            any card.
        chances: of the cards in play, where they are counted.
        claims: those within reach; of all others nothing is told.
    """
    every = product(record.table.books, record.table.teams)
    reached = {f"{book.name} {team}": claims.get((book.name, team)) for book, team in every}
    told: Json = {"claims": {of: claim and claim_document(claim) for of, claim in reached.items()}}
    if deduction is None:
        unknown = {"holders": list(record.seats), "status": "undecided"}
        score = dict.fromkeys(map(str, record.table.teams))
        cards = dict.fromkeys(record.table.cards, unknown)
        return {"turn": "undecided", "score": score, "cards": cards, **told}
    shown = {card: card_state(deduction, card) for card in deduction.cards}
    for card, shares in chances.items():
        if len(shares) > 1:
            of_seats = (shares[seat] for seat in shown[card]["holders"])
            shown[card]["odds"] = [None if share is None else per_cent(share) for share in of_seats]
    told |= {
        "score": plain(deduction.scores()),
        "sizes": plain(deduction.sizes()),
        "books": book_states(deduction),
        "cards": shown,
    }
    return {"turn": turn_words(deduction.state, deduction.to_move()), **told}


# -- claims ---------------------------------------------------------------------------------------


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
        Progress(nan, {}, {}, {}) if deduction is None else measure(deduction)
        for deduction in moments
    ]
    boards = []
    for deduction, known in zip(moments, progress, strict=True):
        # However the gaps are filled.
        proven = {of: ReachableClaim("proven", naming, None) for of, naming in known.proven.items()}
        boards.append(_board(record, deduction, {}, proven))
    return ViewData(view, tuple(progress), _document(view, boards, progress))
