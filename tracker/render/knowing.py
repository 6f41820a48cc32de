"""Who could prove what, and what is known of that: texts and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.knows import Ending, Knows, Provable, Stretch
from tracker.analysis.mutual_knowledge import ChainKnows, OthersKnow, SeatProof, TeamProof
from tracker.analysis.shares import Share
from tracker.game.events import Seat
from tracker.game.table import team_name
from tracker.knowledge.views import PUBLIC
from tracker.messages import counted, printable
from tracker.render import block_chart
from tracker.render.asking import DRAWN_LEGEND
from tracker.render.grid import odds_words
from tracker.render.json_form import Json, hands, members, plain
from tracker.render.registry import UNANSWERED, Forms, Look
from tracker.render.tables import listed, table

NOTHING: Final = "Nobody could prove any half-suit at any moment."
_LEGEND: Final = """\
From – to: the moments (numbers of events) at which that view can prove where
all the cards of the half-suit are, within the team."""


def _knows_text(knows: Knows, _: Look) -> RenderableType:
    """For each half-suit what came of it, and since when who could prove it."""
    if not knows.books:
        return Text(NOTHING)
    parts: list[RenderableType] = []
    for book in knows.books:
        parts.append(Text(printable(heading(book)), style="bold"))
        parts += [Text(printable(f"  {line}")) for line in ending_words(book)]
        parts += [spans_table(book), Text("")]
    return Group(*parts, Text(_LEGEND, style="dim"))


def knows_bars(found: Knows, width: int, *, plain: bool = False) -> Iterator[RenderableType]:
    """What the report shows: what came of each half-suit, and a bar for each view over the game.

    Args:
        found: who could prove what.
        width: columns of the terminal.
        plain: ASCII only.
    """
    if not found.books:
        yield Text(NOTHING)
    for one in found.books:
        yield Text(printable(heading(one)), style="bold")
        yield from (Text(printable(f"  {line}")) for line in ending_words(one))
        names = {view: printable(view) for view, spans in one.spans.items() if spans}
        longest = max(map(cell_len, names.values()))
        for view, name in names.items():
            spans = [(span.start, span.end) for span in one.spans[view]]
            drawn = block_chart.bar(spans, found.at, max(width - longest - 4, 8), plain=plain)
            yield Text(f"  {set_cell_size(name, longest)}  {drawn}")


def heading(one: Provable) -> str:
    """The half-suit and the team: ``low hearts (Ann+Carl+Eve)``."""
    return f"{one.book} ({team_name(one.team)})"


def spans_table(one: Provable) -> RenderableType:
    """Each view with the moments at which it could prove the half-suit."""
    rows = [(f"  {view}", spans_words(spans)) for view, spans in one.spans.items()]
    return table(("  View", "From – to"), rows)


def spans_words(spans: Iterable[Stretch]) -> str:
    """Moments in short: ``3–5 9``; a dash where there are none."""
    said = (str(s.start) if s.start == s.end else f"{s.start}–{s.end}" for s in spans)
    return " ".join(said) or "–"


def ending_words(one: Provable) -> list[str]:
    """What came of it, in sentences."""
    end = one.ending
    if end is None:
        return ["Not settled yet."]
    said = [f"{_settled(one, end)}{_waited(end)}."]
    if one.guessed:
        able = f"{listed(end.able)} can" if end.able else "nobody of the team can"
        said.append(f"{end.claimant} cannot prove it; {able}.")
    if alone := one.team_alone:
        said.append(f"The team knows it while no member does, after event {spans_words(alone)}.")
    if one.lost:
        able = listed([seat for seat in one.team if one.spans.get(seat)])
        said.append(f"The team does not get it, although {able or 'everyone'} can prove it.")
    return said


def _settled(one: Provable, end: Ending) -> str:
    if end.claimant is None:
        return f"Settled by the table at event {end.event}"
    who = end.claimant if end.claimant in one.team else f"{end.claimant}, an opponent,"
    return f"{who} claims it at event {end.event}: {end.outcome}"


def _waited(end: Ending) -> str:
    """How long it could have been proven before it was settled."""
    if end.latency is None:
        return ""
    if end.latency == 0:
        return ", as soon as a member can prove it"
    asks = "ask" if end.latency == 1 else "asks"
    return f", {end.latency} {asks} after a member can first prove it"


def _knows_json(knows: Knows) -> Json:
    return {
        "at": knows.at,
        "events": len(knows.record.events),
        "books": [_book_json(book) for book in knows.books],
    }


def _book_json(book: Provable) -> Json:
    """One half-suit of a team; ``unshared`` and ``ended`` are beyond the contract."""
    ended: Json | None = None
    if book.ending is not None:
        ended = members(book.ending) | {"guessed": book.guessed, "lost": book.lost}
        del ended["event"]
    return {
        "book": book.book,
        "team": str(book.team),
        "settled": None if book.ending is None else book.ending.event,
        "provable": {view: pairs(spans) for view, spans in book.spans.items()},
        "unshared": pairs(book.team_alone),
        "ended": ended,
    }


def pairs(spans: Iterable[Stretch]) -> list[list[int]]:
    """Stretches of moments in JSON: the first and the last of each."""
    return [[span.start, span.end] for span in spans]


KNOWS: Final = Forms[Knows](
    line=lambda knows: (
        f"{counted(len(knows.books), 'half-suit')} that some view could prove by event {knows.at}"
    ),
    text=_knows_text,
    json=_knows_json,
)


# -- what a view knows of what others can prove, in words, as a table and a -----------------------
#
# What a view knows of what others can prove, in words, as a table and as JSON.

_OTHERS_LEGEND: Final = """\
%: the share of the deals that the view thinks possible in which that seat, with
its hand in the deal, can prove where all the cards of the half-suit are, within
the team (together: the team's pooled hands). Whatever is not listed is "no"."""
_UNDECIDED_LEGEND: Final = "open?: neither shown nor refuted within the budget of the search."


def _others_text(found: OthersKnow, _: Look) -> RenderableType:
    """A table of who can prove what, as far as the view knows."""
    title = f"What {_who(found)} after event {found.at} of who can prove what"
    rows = [row for about in found.books for row in _rows(about)]
    heading = Text(printable(title), style="bold underline")
    if not rows:
        return Group(heading, Text("Nobody can prove any half-suit."))
    seats = [one for about in found.books for one in about.seats]
    legend = [_OTHERS_LEGEND]
    legend += [DRAWN_LEGEND] if any(_is_drawn(one.share) for one in seats) else []
    legend += [] if all(one.decided for one in seats) else [_UNDECIDED_LEGEND]
    heads = ("Half-suit", "Team", "Seat", "Can prove it", "%")
    shown = table(heads, rows, right=("%",))
    return Group(heading, shown, Text(""), *(Text(line, style="dim") for line in legend))


def _who(found: OthersKnow) -> str:
    if found.view == PUBLIC:
        return "everyone knows"
    return f"{found.view} {'know' if '+' in found.view else 'knows'}"


def _rows(about: TeamProof) -> Iterator[tuple[str, ...]]:
    """A team's chance of a half-suit, then its seats', where there is one."""
    if about.proves == "no":
        return
    yield about.book, team_name(about.team), "together", about.proves, share_words(about.share)
    for one in about.seats:
        if one.proves != "no":
            proves = one.proves if one.decided else "open?"
            yield "", "", one.seat, proves, share_words(one.share)


def _is_drawn(share: Share) -> bool:
    return not share.exact and share.probability is not None


def share_words(share: Share) -> str:
    """A share in per cent, with its limits where it comes from deals drawn."""
    said = odds_words(share.probability)
    if not _is_drawn(share):
        return said
    return f"~{said} ({100 * share.low:.1f}–{100 * share.high:.1f})"


def _others_json(found: OthersKnow) -> Json:
    """What is beyond the contract: ``pooled``, and more than three keys of a seat."""
    return {
        "view": found.view,
        "at": found.at,
        "books": [_team_json(about, found.record.seats) for about in found.books],
    }


def _team_json(about: TeamProof, seats: Sequence[Seat]) -> Json:
    return {
        "book": about.book,
        "team": str(about.team),
        "seats": {proof.seat: _seat_json(proof, seats) for proof in about.seats},
        "pooled": {"proves": about.proves, **share_json(about.share)},
    }


def _seat_json(proof: SeatProof, seats: Sequence[Seat]) -> Json:
    """What is known of one seat; with deals where it is open."""
    found = {"proves": proof.proves, **share_json(proof.share), "decided": proof.decided}
    if proof.proves == "open":
        found |= {"could": hands(seats, proof.could), "could_not": hands(seats, proof.could_not)}
    return found


def share_json(share: Share) -> Json:
    """A share in JSON."""
    found: Json = {"probability": plain(share.probability), "exact": share.exact}
    return found if share.exact else found | {"interval": [share.low, share.high]}


OTHERS_KNOW: Final = Forms[OthersKnow](
    line=lambda found: f"what {_who(found)} after event {found.at} of who can prove what",
    text=_others_text,
    json=_others_json,
)


# -- chains ---------------------------------------------------------------------------------------


def _chain_text(found: ChainKnows, _: Look) -> RenderableType:
    return Group(*(Text(printable(line)) for line in chain_words(found)))


def chain_words(found: ChainKnows) -> Iterator[str]:
    """Whether it holds, and the deals that show that it does not."""
    first, *others = found.chain
    about = f"{found.book} ({team_name(found.team)})"
    said = "".join(f" knows that {seat}" for seat in others)
    if found.holds is None:
        yield f"Not decided: whether {first}{said} can prove {about}."
    elif found.holds:
        yield f"After event {found.at}, {first}{said} can prove {about}."
    else:
        yield f"After event {found.at} it is not so that {first}{said} can prove {about}:"
        yield from _refutation(found)


def _refutation(found: ChainKnows) -> Iterator[str]:
    """From deal to deal, where the half-suit's cards are."""
    thinkers = (found.chain[0], *(found.chain[1:] or found.chain))
    located = found.located
    for i, (seat, deal) in enumerate(zip(thinkers, found.deals, strict=True)):
        cards = found.record.deck.by_name[found.book].cards
        where = ", ".join(f"{card} {located.get(card, deal[card])}" for card in cards)
        so = "thinks possible" if i == 0 else "then has to think possible"
        yield f"  {seat} {so}: {where}."


def _chain_json(found: ChainKnows) -> Json:
    """What is beyond the contract: all but ``chain``, ``book`` and ``holds``."""
    return {
        "at": found.at,
        "chain": list(found.chain),
        "book": found.book,
        "team": str(found.team),
        "holds": found.holds,
        "decided": found.holds is not None,
        "deals": [hands(found.record.seats, deal) for deal in found.deals],
    }


CHAIN_KNOWS: Final = Forms[ChainKnows](
    line=lambda found: next(chain_words(found)).rstrip(":."),
    text=_chain_text,
    json=_chain_json,
    status=lambda found: UNANSWERED if found.holds is None else int(not found.holds),
)
