"""Who could prove what and when, and what a view knows of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from tracker.analysis.knows import Ending, Knows, Provable, Stretch
from tracker.answers import Depends, certain
from tracker.knowledge.facts import Between
from tracker.knowledge.views import PUBLIC
from tracker.messages import counted
from tracker.render.document import (
    BLANK,
    Block,
    Document,
    Heading,
    Sheet,
    Spans,
    dim,
    indented,
    line,
    stretches_words,
    titled,
)
from tracker.render.forms import EXIT_UNANSWERED, Derived, Forms
from tracker.render.json_form import hands, plain
from tracker.render.phrases import DASH, capital, case_lines, listed

if TYPE_CHECKING:  # who could prove what, which reports show, does not need it
    from tracker.analysis.mutual_knowledge import ChainKnows, OthersKnow, TeamProof

NOTHING: Final = "Nobody whose hand is known could prove any half-suit at any moment."
_LEGEND: Final = """\
From – to: the moments (numbers of events) at which that view can prove where
all the cards of the half-suit are, within the team."""
_PERHAPS_LEGEND: Final = """\
From – to holds however the gaps are filled; Perhaps: for some ways to fill them."""
_UNDECIDED_MOMENTS: Final = """\
Undecided: there are too many ways to fill the gaps, or a stretch is missing."""


def _knows_text(knows: Knows) -> Document:
    """For each half-suit what came of it, and since when who could prove it."""
    if not knows.books:
        return [line(NOTHING)]
    parts: list[Block] = []
    for book in knows.books:
        parts += [*_head(book), _views_table(book), *map(indented, cases_of(book)), BLANK]
    legends = {
        _LEGEND: True,
        _PERHAPS_LEGEND: any(book.perhaps or book.cases for book in knows.books),
        _UNDECIDED_MOMENTS: any(book.undecided for book in knows.books),
    }
    return [*parts, *(dim(legend) for legend, is_told in legends.items() if is_told)]


def _views_table(book: Provable) -> Sheet:
    """For each view the moments; where gaps leave some open, those in columns of their own."""
    every = {"From – to": book.spans, "Perhaps": book.perhaps, "Undecided": book.undecided}
    told = {head: spans for head, spans in every.items() if spans is not None}
    rows = [
        (f"  {view}", *(spans_words(spans.get(view, ())) for spans in told.values()))
        for view in book.spans
        if any(spans.get(view) for spans in told.values())
    ]
    return Sheet(("  View", *told), rows)


def cases_of(book: Provable) -> Iterator[str]:
    """How gaps decide who could prove a half-suit."""
    yield from case_lines(
        "Who can prove it",
        [
            (
                "; ".join(
                    f"{view} {spans_words(at)}" for view, at in case.value.spans.items() if at
                )
                or "nobody",
                case.when,
            )
            for case in book.cases or ()
        ],
    )


def _head(book: Provable) -> Iterator[Block]:
    """A half-suit, and what came of it."""
    yield line(book_words(book), "bold")
    yield from map(indented, ending_words(book))


def knows_bars(knows: Knows) -> Iterator[Block]:
    """What the report shows: what came of each half-suit, and who could prove it over the game."""
    if not knows.books:
        yield line(NOTHING)
    for book in knows.books:
        yield from _head(book)
        rows = [
            (view, [(span.start, span.end) for span in spans])
            for view, spans in book.spans.items()
            if spans
        ]
        yield Spans(rows, knows.at)
        yield from map(indented, open_words(book))


def open_words(book: Provable) -> Iterator[str]:
    """What gaps leave open of who could prove a half-suit, in a sentence each."""
    for what, of_views in (("Perhaps", book.perhaps), ("Undecided", book.undecided)):
        if of_views:
            views = [f"{view} {spans_words(spans)}" for view, spans in of_views.items()]
            yield f"{what}: {'; '.join(views)}."
    yield from cases_of(book)


def book_words(book: Provable) -> str:
    """The half-suit and the team: ``low hearts (Ann+Carl+Eve)``."""
    return f"{book.book} ({book.team})"


def spans_words(spans: Iterable[Stretch]) -> str:
    """Moments in short: ``3–5 9``; a dash where there are none."""
    return stretches_words((span.start, span.end) for span in spans) or DASH


def ending_words(book: Provable) -> list[str]:
    """What came of a half-suit, in sentences."""
    end = book.ending
    if end is None and book.undecided:
        return ["What came of it is undecided."]
    if isinstance(book.settled, Depends):
        return ["Whether it is settled, and when, depends on the gaps."]
    if end is None:
        return ["Not settled yet."]
    if {"claimant", "outcome"} & {*end.depends}:
        return [f"Settled at event {end.event}; {_depending(end)}."]
    settled = f"Settled by the table at event {end.event}"
    if end.claimant is not None:
        who = str(end.claimant)
        who = who if who in book.team else f"{who}, an opponent,"
        settled = f"{who} claims it at event {end.event}: {end.outcome}"
    sentences = [f"{settled}{_waited(end.latency)}."]
    if book.guessed:
        surely = certain(end.able)
        if surely:
            able = capital(listed(surely))
            sentences.append(f"{able} could prove it; {end.claimant}, who claimed, could not.")
        elif book.undecided_at(end.event - 1):
            sentences.append(f"{end.claimant}, who claimed, could not prove it.")
        else:
            sentences.append("Nobody of the team could prove it.")
    if alone := book.team_alone:
        when = f"after event {spans_words(alone)}"
        sentences.append(f"The team knows it while no member does, {when}.")
    if book.lost:
        able = listed([seat for seat in book.team if book.spans.get(seat)])
        sentences.append(f"The team does not get it, although {able or 'everyone'} can prove it.")
    if end.depends:
        sentences.append(f"{capital(_depending(end))}.")
    return sentences


def _depending(end: Ending) -> str:
    """What of an ending depends on gaps."""
    words = {
        "winner": "who gets it",
        "claimant": "who claims it",
        "outcome": "what comes of the claim",
        "able": "who can prove it",
        "since": "since when",
        "latency": "how long it waited",
    }
    verb = "depends" if len(end.depends) == 1 else "depend"
    return f"{listed([words[name] for name in end.depends])} {verb} on the gaps"


def _waited(latency: int | Between | None) -> str:
    """How long a half-suit could have been proven before it was settled."""
    if not isinstance(latency, int):
        return ""
    if latency == 0:
        return ", as soon as a member can prove it"
    return f", {counted(latency, 'ask')} after a member can first prove it"


_KNOWN: Final[Derived] = {
    "Knows.events": lambda knows, _: len(knows.record.events),
    "Provable.ended": lambda book, _: (
        book.ending and {**plain(book.ending), "guessed": book.guessed, "lost": book.lost}
    ),
}
KNOWS: Final = Forms[Knows](
    line=lambda knows: (
        f"{counted(len(knows.books), 'half-suit')} that some view could prove by event {knows.at}"
    ),
    document=_knows_text,
    derived=_KNOWN,
)

# -- what a view knows of what others can prove ---------------------------------------------------

_OTHERS_LEGEND: Final = """\
yes: in every deal that the view thinks possible that seat, with its hand in the
deal, can prove where all the cards of the half-suit are, within the team
(together: the team's pooled hands); open: in some. What is not listed is "no"."""
_UNDECIDED_LEGEND: Final = "open?: neither shown nor refuted within the budget of the search."


def _others_text(others: OthersKnow) -> Document:
    """A table of who can prove what, as far as the view knows."""
    title = capital(_others_line(others))
    rows = [row for book in others.books for row in _rows(book)]
    if not rows:
        return [Heading(title), line("Nobody can prove any half-suit.")]
    is_decided = all(proof.decided for book in others.books for proof in book.seats)
    legend = [_OTHERS_LEGEND] if is_decided else [_OTHERS_LEGEND, _UNDECIDED_LEGEND]
    heads = ("Half-suit", "Team", "Seat", "Can prove it")
    return titled(title, Sheet(heads, rows), *legend)


def _others_line(others: OthersKnow) -> str:
    viewer = "everyone" if others.view == PUBLIC else others.view
    who = f"{viewer} {'know' if '+' in others.view else 'knows'}"
    return f"what {who} after event {others.at} of who can prove what"


def _rows(book: TeamProof) -> Iterator[tuple[str, ...]]:
    """Whether a team can prove a half-suit, then its seats, where it may be."""
    if book.proves == "no":
        return
    yield book.book, str(book.team), "together", book.proves
    for proof in book.seats:
        if proof.proves != "no":
            proves = proof.proves if proof.decided else "open?"
            yield "", "", proof.seat, proves


OTHERS_KNOW: Final[Forms[OthersKnow]] = Forms(
    line=_others_line,
    document=_others_text,
    derived={
        "TeamProof.seats": lambda book, _: {proof.seat: proof for proof in book.seats},
        "TeamProof.pooled": lambda book, _: {"proves": book.proves},
        "SeatProof.examples": lambda proof, others: (
            {
                "could": hands(others.record.seats, proof.could),
                "could_not": hands(others.record.seats, proof.could_not),
            }
            if proof.proves == "open"
            else {}
        ),
    },
)

# -- chains ---------------------------------------------------------------------------------------


def _chain_line(chain: ChainKnows) -> str:
    """Whether the chain holds."""
    first, *others = chain.chain
    knows = "".join(f" knows that {seat}" for seat in others)
    claim = f"{first}{knows} can prove {chain.book} ({chain.team})"
    if chain.holds is None:
        return f"Not decided: whether {claim}."
    if chain.holds:
        return f"After event {chain.at}, {claim}."
    return f"After event {chain.at} it is not so that {claim}:"


def _refutation(chain: ChainKnows) -> Iterator[str]:
    """From deal to deal that shows that it does not hold, where the cards are; else nothing."""
    thinkers = (chain.chain[0], *(chain.chain[1:] or chain.chain))
    cards, verb = chain.record.deck.by_name[chain.book].cards, "thinks possible"
    for seat, deal in zip(thinkers, chain.deals, strict=False):
        holders = {**deal, **chain.located}
        yield f"{seat} {verb}: {', '.join(f'{card} {holders[card]}' for card in cards)}."
        verb = "then has to think possible"


CHAIN_KNOWS: Final[Forms[ChainKnows]] = Forms(
    line=lambda chain: _chain_line(chain).rstrip(":."),
    document=lambda chain: [line(_chain_line(chain)), *map(indented, _refutation(chain))],
    derived={
        "ChainKnows.decided": lambda chain, _: chain.holds is not None,
        "ChainKnows.deals": lambda chain, _: [hands(chain.record.seats, d) for d in chain.deals],
    },
    status=lambda chain: EXIT_UNANSWERED if chain.holds is None else int(not chain.holds),
)
