"""What commands answer and ``tracker enter`` answers too: one piece of code for both.

Each function asks the library, and returns what is to be printed. What is heavy is imported inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.game.lookup import TeamLike, find_card
from tracker.game.record import Record
from tracker.knowledge.views import ViewLike

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from tracker.analysis.askers import Asker
    from tracker.analysis.asks import WhatIf
    from tracker.analysis.audit import Audit
    from tracker.explain import Conclusion, Explanation
    from tracker.inference.deduction import Deduction


def audit_answer(
    record: Record, seats: Sequence[str] | None = None, *, players: bool = False
) -> RenderableType:
    """Every claim judged.

    Args:
        record: the game.
        seats: only what these did; none: all.
        players: also how each player asked, which takes longer.
    """
    from tracker.analysis.audit import audit
    from tracker.render.judging import audit_report

    found = audit(record, chances=players)  # nothing else shows them
    asked = players_of(record, found, seats) if players else ()
    return audit_report(found if seats is None else found.of(seats), asked)


def players_of(
    record: Record, found: Audit, seats: Sequence[str] | None = None
) -> tuple[Asker, ...]:
    """How players asked.

    Args:
        record: the game.
        found: its audit, with chances.
        seats: only these; none: all.
    """
    from tracker.analysis.askers import askers

    return tuple(one for one in askers(record, found) if seats is None or one.seat in seats)


def missed_answer(record: Record, seats: Sequence[str] | None = None) -> RenderableType:
    """The claims that could have been proven and were not made, each with its proof."""
    from tracker.analysis.audit import audit, missed_proofs
    from tracker.render.judging import missed_report

    found = audit(record, chances=False)
    found = found if seats is None else found.of(seats)
    return missed_report(missed_proofs(found), record)


def ruling_answer(record: Record, event: int) -> tuple[RenderableType, bool]:
    """The ruling on one claim, and whether it was proven."""
    from tracker.analysis.questions import rule
    from tracker.render.judging import ruling_report

    ruling = rule(record, event)
    return ruling_report(ruling, record), ruling.claim.verdict == "proven"


def asks_answer(record: Record, seat: ViewLike, at: int | None) -> RenderableType:
    """Every legal ask from a chair."""
    from tracker.analysis.asks import asks
    from tracker.render.asking import asks_report

    return asks_report(asks(record, seat, at))


def told_either_way(record: Record, event: int, seat: ViewLike) -> Sequence[WhatIf]:
    """Both answers to one ask: what they told or would have told everyone, and one seat.

    Args:
        record: the game.
        event: the number of the ask.
        seat: the seat; none: who asked, where that hand is known.
    """
    from tracker.analysis.asks import what_if
    from tracker.inference.hands import known_hands

    found = what_if(record, event)
    asker = found.ask.asker
    if seat is None and asker not in known_hands(record):
        return (found,)
    other = what_if(record, event, asker if seat is None else seat)
    return (found,) if other.view == found.view else (found, other)


def what_if_answer(record: Record, event: int, seat: ViewLike = None) -> RenderableType:
    """What either answer to one ask would have told."""
    from tracker.render.asking import what_if_report

    return what_if_report(told_either_way(record, event, seat))


def timeline_answer(record: Record, views: Sequence[ViewLike] | None) -> RenderableType:
    """What each event told each view."""
    from tracker.analysis.timeline import timeline
    from tracker.render.report_text import timeline_report

    return timeline_report(timeline(record, views), record)


def claims_answer(deduction: Deduction, team: TeamLike | None = None) -> RenderableType:
    """What can be claimed."""
    from tracker.analysis.odds import Odds
    from tracker.render.odds_tables import claims_table

    return claims_table(Odds(deduction).claims(team), deduction.record.seats)


def deals_answer(deduction: Deduction, console: Console, *, plain: bool) -> RenderableType:
    """How many deals remain, and the odds of every card."""
    from tracker.analysis.odds import Odds
    from tracker.render.odds_tables import deals_report

    return deals_report(Odds(deduction), [], console.width, plain=plain)


def why_answer(deduction: Deduction, asked: Conclusion, *, since: bool = False) -> RenderableType:
    """Whether it is proven, and from what."""
    from tracker.explain import Explainer

    with Explainer(deduction) as explainer:
        explanation = explainer.why(asked)
    return explained(explanation, deduction.record, since=since)


def explained(explanation: Explanation, record: Record, *, since: bool) -> RenderableType:
    """An explanation, and if that is wanted since when it is so."""
    from tracker.render.why_text import since_lines, why_report

    found = why_report(explanation, record)
    if not since:
        return found
    from rich.console import Group
    from rich.text import Text

    from tracker.analysis.questions import moments_of

    stretches = moments_of(record, explanation)
    return Group(found, *map(Text, since_lines(stretches, explanation, record)))


def who_answer(deduction: Deduction, word: str) -> RenderableType:
    """Who can hold a card, how likely each is, and since when it is certain where that is so."""
    from tracker.analysis.odds import Odds
    from tracker.analysis.questions import proven_since
    from tracker.explain import card_at
    from tracker.render.odds_tables import who_report

    card = find_card(word, deduction.record.deck)
    holders = deduction.holders(card)
    if len(holders) > 1:
        return who_report(deduction, card, odds=Odds(deduction).holders[card])
    asked = card_at(card, holders[0])
    since = proven_since(deduction.record, asked, deduction.viewer, deduction.at)
    return who_report(deduction, card, since=since)
