"""Asks and the turn: what could be asked, what an ask told, to whom the turn could go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isnan
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.asks import AskOdds, Asks, WhatIf
from tracker.analysis.listeners import Estimate
from tracker.analysis.turn_options import TurnOption, TurnOptions
from tracker.game.cards import Card
from tracker.game.events import Seat, by_seat
from tracker.game.record import has_gaps
from tracker.game.replay import replay_of
from tracker.knowledge.facts import Between
from tracker.messages import counted
from tracker.notation.text import format_event
from tracker.render.json_form import Json, plain, share_json
from tracker.render.phrases import (
    DASH,
    DRAWN_LEGEND,
    case_lines,
    dim,
    event_text,
    heading,
    indented,
    is_drawn,
    line,
    listed,
    odds_words,
    share_words,
    table,
    titled,
)
from tracker.render.registry import Forms, Look

BEST: Final = 5
"""The asks that are told in words."""

# -- every legal ask from a chair -----------------------------------------------------------------

_ASK_HEADS: Final = ("Ask", "Card", "Yes %", "Public", "Team", "Opponents", "Could then prove")
_LEAST_BITS: Final = 0.01
"""Fewer bits are not told from none."""
_ASK_LEGEND: Final = """\
Yes %: if all deals were equally likely. Public, Team, Opponents: bits that the
answer is expected to tell them (teammates and opponents each, added up)."""


def _asks_text(asks: Asks, _: Look) -> RenderableType:
    """The best asks in words, or a table of all."""
    if not asks.asks:
        return line(f"{asks.seat} has no legal ask.")
    return _every_ask(asks) if asks.every else _best_asks(asks)


def _best_asks(asks: Asks) -> RenderableType:
    """The best asks, each with its chance and what it would prove, in words."""
    best, located = asks.asks[:BEST], _located(asks)
    legend = ["Chances are as if all deals were equally likely."]
    if len(asks) > len(best):
        legend.append(f"All {len(asks)} asks, and what each would tell whom: --all.")
    return Group(
        heading(f"The best asks of {asks.seat} after event {asks.at}"),
        *(
            indented(
                f"{number}. {_ask_reasons(ask, located, exact=asks.exact or isnan(ask.public))}"
            )
            for number, ask in enumerate(best, start=1)
        ),
        *map(indented, _cases(asks, BEST)),
        Text(""),
        *map(dim, legend),
    )


def _located(asks: Asks) -> Mapping[Card, Seat]:
    """Where cards publicly are; nothing where a gap may decide it."""
    if has_gaps(asks.record, asks.at):
        return {}
    return replay_of(asks.record).state(asks.at).located


def _ask_reasons(ask: AskOdds, located: Mapping[Card, Seat], *, exact: bool) -> str:
    """An ask in words: the chance, and why where it is sure; what either answer would prove."""
    proves = [
        f"{'a yes' if answer == 'yes' else 'a no'} proves {listed(books)}"
        for answer, books in ask.proves.items()
        if books
    ]
    proves += [
        f"{'a yes' if answer == 'yes' else 'a no'} may prove {listed(books)}: a gap decides it"
        for answer, books in ask.perhaps_proves.items()
    ]
    chance = _chance_words(ask, located, exact=exact)
    return f"{ask.target} for the {ask.card}: {'; '.join([chance, *proves])}."


def _chance_words(ask: AskOdds, located: Mapping[Card, Seat], *, exact: bool) -> str:
    """How sure a yes is.

    Args:
        ask: the ask.
        located: where cards publicly are.
        exact: whether chances are exact; what all deals drawn at random have is not certain.
    """
    if ask.undecided:
        return "undecided, there are too many ways to fill the gaps"
    only = ", if it is legal" if ask.perhaps else ""
    if isinstance(ask.chance, Between):
        return f"a yes in {odds_words(ask.chance)}% of the deals{only}: a gap decides it"
    return _one_chance(ask, located, exact=exact) + only


def _one_chance(ask: AskOdds, located: Mapping[Card, Seat], *, exact: bool) -> str:
    """How sure a yes is, where that is the same in all ways to fill the gaps."""
    if ask.gives_up:
        return "it is your own card, and you give it up"
    seen = located.get(ask.card) == ask.target
    if not exact and not seen and ask.yes in (0, 1):
        return f"a yes in {'all' if ask.yes else 'none'} of the deals drawn at random"
    if ask.yes == 1:
        return f"sure, {'everyone has seen it there' if seen else 'it can be nowhere else'}"
    if ask.yes == 0:
        return "sure to fail, it is elsewhere"
    return f"a yes in {odds_words(ask.yes)}% of the deals"


def _every_ask(asks: Asks) -> RenderableType:
    """A table of all the asks, best chance first."""
    rows = [_ask_row(ask, exact=asks.listed) for ask in asks]
    legend = [_ASK_LEGEND] if asks.listed else [_ASK_LEGEND, DRAWN_LEGEND]
    title = f"Asks of {asks.seat} after event {asks.at}"
    grid = table(_ASK_HEADS, rows, right=_ASK_HEADS[2:6])
    return titled(title, Group(grid, *map(indented, _cases(asks, len(asks)))), *legend)


def _ask_row(ask: AskOdds, *, exact: bool) -> tuple[str, ...]:
    """One ask in the table."""
    proves = (f"{answer}: {', '.join(books)}" for answer, books in ask.proves.items() if books)
    return (
        ask.target,
        ask.card,
        "gives it up" if ask.gives_up else odds_words(ask.chance),
        _bits(ask, "public", f"{ask.public:.2f}"),
        _bits(ask, "team", _estimate(ask.team, exact)),
        _bits(ask, "opponents", _estimate(ask.opponents, exact)),
        "; ".join(proves) or DASH,
    )


def _bits(ask: AskOdds, whom: str, words: str) -> str:
    """What an ask tells some of the others; from the least to the most where a gap decides it."""
    if isnan(ask.public):
        return "?"
    between = ask.between.get(whom)
    return words if between is None else f"{between.low:.2f}–{between.high:.2f}"


def _cases(asks: Asks, most: int) -> Iterator[str]:
    """How gaps decide the best asks."""
    for ask in asks.asks[:most]:
        yield from (
            case_lines(
                f"{ask.target} for the {ask.card}",
                [
                    ("not legal" if case.yes is None else f"{odds_words(case.yes)}%", case.when)
                    for case in ask.cases or ()
                ],
            )
            if ask.cases
            else ()
        )


def _estimate(bits: Estimate, exact: bool) -> str:
    """The bits that are expected; from deals drawn, with the 95% limits."""
    if exact or bits.low == bits.high:
        return f"{bits.bits:.2f}"
    if bits.high < _LEAST_BITS:
        return f"<{_LEAST_BITS}"
    if bits.bits < _LEAST_BITS:
        return f"0 to {bits.high:.2f}"
    return f"~{bits.bits:.2f} ±{bits.high - bits.bits:.2f}"


def _asks_json(asks: Asks) -> Json:
    return {
        "view": asks.seat,
        "at": asks.at,
        "exact": asks.exact,
        "asks": [_ask_json(ask, exact=asks.listed) for ask in asks],
    }


def _ask_json(ask: AskOdds, *, exact: bool) -> Json:
    """One ask; ``surrender`` and ``exact`` are beyond the contract."""
    listeners = {"team": ask.team, "opponents": ask.opponents}
    bits = {"public": ask.public, **{who: bits.bits for who, bits in listeners.items()}}
    document: Json = {
        "target": ask.target,
        "card": ask.card,
        "yes": plain(ask.chance),
        "surrender": ask.gives_up,
        "exact": exact,
        "bits": {who: plain(ask.between.get(who, number)) for who, number in bits.items()},
        "proves": {
            "yes": list(ask.proves.get("yes", ())),
            "no": list(ask.proves.get("surrender" if ask.gives_up else "no", ())),
        },
    }
    if not exact:
        document["interval"] = {who: [bits.low, bits.high] for who, bits in listeners.items()}
    return document | _open_ask_json(ask)


def _open_ask_json(ask: AskOdds) -> Json:
    """What gaps leave open of an ask; nothing where they leave nothing open."""
    document: Json = {}
    if ask.perhaps or ask.perhaps_proves:
        document["perhaps"] = {
            "legal": ask.perhaps,
            "proves": {answer: list(books) for answer, books in ask.perhaps_proves.items()},
        }
    if ask.cases is not None:
        document["cases"] = plain(ask.cases)
    if isnan(ask.public):
        document["undecided"] = True
    return document


ASKS: Final = Forms[Asks](
    line=lambda asks: f"{counted(len(asks), 'legal ask')} of {asks.seat} after event {asks.at}",
    text=_asks_text,
    json=_asks_json,
)

# -- both answers to one ask ----------------------------------------------------------------------

_ANSWER_HEADS: Final = ("View", "Answer", "Bits", "Cards placed")
_ANSWER_LEGEND: Final = "Bits: log2 of how many times fewer deals are left. * the answer given."


def _what_if_text(asked: WhatIf, _: Look) -> RenderableType:
    rows = list(_answer_rows(asked))
    title = f"Event {asked.event}: {event_text(asked.record, asked.event)}"
    return titled(title, table(_ANSWER_HEADS, rows, right=("Bits",)), _ANSWER_LEGEND)


def _answer_rows(asked: WhatIf) -> Iterator[tuple[str, ...]]:
    """For each view and answer, what the answer tells the view."""
    for view, answers in asked.views.items():
        for answer, news in answers.items():
            given = f"{answer} *" if answer == asked.ask.answer else answer
            if news is None:
                yield view, given, DASH, "it could not be"
                continue
            bits = f"{news.bits:.2f}"
            seats = by_seat(news.placed.items())
            placed = "; ".join(f"{' '.join(cards)} with {seat}" for seat, cards in seats.items())
            yield view, given, "unknown" if isnan(news.bits) else bits, placed or "nothing"


def _what_if_json(asked: WhatIf) -> Json:
    return {
        "event": asked.event,
        "text": event_text(asked.record, asked.event),
        "answer": asked.ask.answer,
        "views": plain(asked.views),
    }


WHAT_IF: Final = Forms[WhatIf](
    line=lambda asked: (
        f"event {asked.event}, {event_text(asked.record, asked.event)}, "
        f"for {', '.join(asked.views)}"
    ),
    text=_what_if_text,
    json=_what_if_json,
)

# -- to whom the turn could go --------------------------------------------------------------------

_TURN_HEADS: Final = ("What comes next", "%", "At turn", "Could be sure of", "Of none %")
_TURN_LEGEND: Final = """\
%: how likely it comes so. Could be sure of: half-suits of which whoever is then
at turn could prove where all cards are, and whose team has them, or who holds
one of them and could ask for the rest; with the share of the deals in which it
is so, if all deals were equally likely."""


_OPEN_LEGEND: Final = """\
?: not decided, as gaps can be filled in several ways. What may be legal is
listed."""


def _turns_text(turns: TurnOptions, _: Look) -> RenderableType:
    """A table of the options."""
    if not turns.options:
        return line(f"{turns.seat} cannot give the turn away.")
    rows = [_turn_row(turns, option) for option in turns]
    drawn = any(is_drawn(option.nothing) for option in turns)
    open_gaps = any(isnan(option.chance) for option in turns)
    legend = [
        _TURN_LEGEND,
        *([DRAWN_LEGEND] if drawn else []),
        *([_OPEN_LEGEND] if open_gaps else []),
    ]
    title = f"To whom the turn could go from {turns.seat} after event {turns.at}"
    return titled(title, table(_TURN_HEADS, rows, right=("%", "Of none %")), *legend)


def _turn_row(turns: TurnOptions, option: TurnOption) -> tuple[str, ...]:
    """One option in the table."""
    wins = "; ".join(f"{book} {share_words(share)}" for book, share in option.wins)
    if option.nothing.probability is None:  # then nothing is known of any half-suit
        wins = share_words(option.nothing)
    return (
        format_event(option.event, turns.record),
        _odds_of_option(option),
        option.receiver,
        wins or DASH,
        share_words(option.nothing),
    )


def _odds_of_option(option: TurnOption) -> str:
    """How likely an option comes so; ``?`` where that was not worked out."""
    if isnan(option.chance):
        return odds_words(None)
    return ("" if option.exact else "~") + odds_words(Fraction(option.chance))


def _turns_json(turns: TurnOptions) -> Json:
    """Every option with what its receiver could win."""
    return {
        "view": turns.seat,
        "at": turns.at,
        "options": [
            {
                "event": format_event(option.event, turns.record),
                "chance": plain(option.chance),
                "exact": option.exact,
                "receiver": option.receiver,
                "wins": {book: share_json(share) for book, share in option.wins},
                "nothing": share_json(option.nothing),
            }
            for option in turns
        ],
    }


TURN_OPTIONS: Final = Forms[TurnOptions](
    line=lambda turns: (
        f"{counted(len(turns), 'way')} in which {turns.seat} could give the turn away "
        f"after event {turns.at}"
    ),
    text=_turns_text,
    json=_turns_json,
)
