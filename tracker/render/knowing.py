"""Who could prove what, in words, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.knows import Ending, Knows, Provable, Stretch
from tracker.analysis.mutual_knowledge import ChainKnows, OthersKnow, SeatProof, TeamProof
from tracker.analysis.shares import Share
from tracker.game.events import Seat
from tracker.game.table import team_name
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import PUBLIC
from tracker.messages import printable
from tracker.render import block_chart
from tracker.render.asking import DRAWN_LEGEND
from tracker.render.documents import Document, hands_document, number_or_none, team_or_none
from tracker.render.grid import odds_words
from tracker.render.tables import listed, table

NOTHING = "Nobody could prove any half-suit at any moment."
LEGEND = """\
From – to: the moments (numbers of events) at which that view can prove where
all the cards of the half-suit are, within the team."""


def knows_report(found: Knows) -> RenderableType:
    """The whole of ``tracker knows``."""
    if not found.books:
        return Text(NOTHING)
    parts: list[RenderableType] = []
    for one in found.books:
        parts.append(Text(printable(heading(one)), style="bold"))
        parts += [Text(printable(f"  {line}")) for line in ending_words(one)]
        parts += [spans_table(one), Text("")]
    return Group(*parts, Text(LEGEND, style="dim"))


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


def knows_document(found: Knows) -> Document:
    """``tracker knows``; ``ended`` and ``unshared`` are ours."""
    return {
        "at": found.at,
        "events": len(found.record.events),
        "books": [_book_document(one) for one in found.books],
    }


def _book_document(one: Provable) -> Document:
    """One half-suit of a team in JSON."""
    return {
        "book": one.book,
        "team": team_name(one.team),
        "settled": None if one.ending is None else one.ending.event,
        "provable": {view: _pairs(spans) for view, spans in one.spans.items()},
        "unshared": _pairs(one.team_alone),
        "ended": None if one.ending is None else _ending_document(one, one.ending),
    }


def _pairs(spans: Iterable[Stretch]) -> list[list[int]]:
    return [[span.start, span.end] for span in spans]


def _ending_document(one: Provable, end: Ending) -> Document:
    """How it ended, in JSON."""
    return {
        "winner": team_or_none(end.winner),
        "claimant": end.claimant,
        "outcome": end.outcome,
        "able": list(end.able),
        "since": end.since,
        "latency": end.latency,
        "guessed": one.guessed,
        "lost": one.lost,
    }


# -- what a view knows of what others can prove, in words, as a table and a -----------------------
#
# What a view knows of what others can prove, in words, as a table and as JSON.

OTHERS_LEGEND = """\
%: the share of the deals that the view thinks possible in which that seat, with
its hand in the deal, can prove where all the cards of the half-suit are, within
the team (together: the team's pooled hands). Whatever is not listed is "no"."""
UNDECIDED_LEGEND = "open?: neither shown nor refuted within the effort allowed."


def others_report(found: OthersKnow) -> RenderableType:
    """The whole of ``tracker knows --as``."""
    title = f"What {_who(found)} after event {found.at} of who can prove what"
    rows = [row for about in found.books for row in _rows(about)]
    heading = Text(printable(title), style="bold underline")
    if not rows:
        return Group(heading, Text("Nobody can prove any half-suit."))
    seats = [one for about in found.books for one in about.seats]
    legend = [OTHERS_LEGEND]
    legend += [DRAWN_LEGEND] if any(_is_drawn(one.share) for one in seats) else []
    legend += [] if all(one.decided for one in seats) else [UNDECIDED_LEGEND]
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


def others_document(found: OthersKnow) -> Document:
    """``tracker knows --as``; ``pooled``, and more than three keys of a seat, are ours."""
    return {
        "view": found.view,
        "at": found.at,
        "books": [_team_document(about, found.record.seats) for about in found.books],
    }


def _team_document(about: TeamProof, seats: Sequence[Seat]) -> Document:
    """What is known of one half-suit and team, in JSON."""
    return {
        "book": about.book,
        "team": team_name(about.team),
        "seats": {one.seat: _seat_document(one, seats) for one in about.seats},
        "pooled": {"proves": about.proves, **share_document(about.share)},
    }


def _seat_document(one: SeatProof, seats: Sequence[Seat]) -> Document:
    """What is known of one seat, in JSON; with deals where it is open."""
    document = {"proves": one.proves, **share_document(one.share), "decided": one.decided}
    if one.proves == "open":
        document["could"] = _hands_or_none(one.could, seats)
        document["could_not"] = _hands_or_none(one.could_not, seats)
    return document


def share_document(share: Share) -> Document:
    """A share in JSON."""
    document: Document = {"probability": number_or_none(share.probability), "exact": share.exact}
    if not share.exact:
        document["interval"] = [share.low, share.high]
    return document


def _hands_or_none(deal: Deal | None, seats: Sequence[Seat]) -> Document | None:
    return None if deal is None else hands_document(seats, deal)


# -- chains ---------------------------------------------------------------------------------------


def chain_report(found: ChainKnows) -> RenderableType:
    """The whole of ``tracker knows --chain``."""
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


def chain_document(found: ChainKnows) -> Document:
    """``tracker knows --chain``; all but ``chain``, ``book`` and ``holds`` are ours."""
    return {
        "at": found.at,
        "chain": list(found.chain),
        "book": found.book,
        "team": team_name(found.team),
        "holds": found.holds,
        "decided": found.holds is not None,
        "deals": [hands_document(found.record.seats, deal) for deal in found.deals],
    }
