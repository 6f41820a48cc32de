"""Asks and the turn: what could be asked, what an ask told, to whom the turn could go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isnan
from typing import Final

from tracker.analysis.asks import AskOdds, Asks, WhatIf
from tracker.analysis.review import DOUBTFUL
from tracker.analysis.turn_options import TurnOption, TurnOptions
from tracker.answers import Case, certain, in_any_case
from tracker.game.cards import Card
from tracker.game.events import Seat, by_seat
from tracker.game.record import has_gaps
from tracker.game.replay import replay_of
from tracker.knowledge.facts import Between
from tracker.messages import counted
from tracker.notation.text import format_event
from tracker.render.document import (
    BLANK,
    Document,
    Heading,
    Hint,
    Sheet,
    dim,
    indented,
    titled,
)
from tracker.render.forms import Forms
from tracker.render.phrases import (
    DASH,
    DRAWN_LEGEND,
    event_text,
    in_words,
    is_drawn,
    listed,
    odds_words,
    share_words,
    signed,
    when_words,
)

BEST: Final = 5
"""The asks that are told in words."""
MARGIN_LEGEND: Final = """\
Margin: the points by which the asker's team is expected to win, an estimate
fitted on simulated players; small differences say nothing."""

# -- every legal ask from a chair -----------------------------------------------------------------

_ASK_HEADS: Final = ("Ask", "Card", "Yes %", "Public", "Margin", "Error", "Could then prove")
_ASK_LEGEND: Final = f"""\
Yes %: if all deals were equally likely. Public: bits that the answer is
expected to tell everyone. Error: how much less the margin is than that of the
best option, claims included.
{MARGIN_LEGEND}"""


def _best_asks(asks: Asks) -> Document:
    """The likeliest asks, each with its chance, what it is worth and would prove, in words."""
    best, located = asks.asks[:BEST], _located(asks)
    has_margin = any(in_any_case(ask).margin is not None for ask in best)
    more = Hint(f"All {len(asks)} asks, and what each would tell everyone: --all.")
    return (
        Heading(f"The likeliest asks of {asks.seat} after event {asks.at}"),
        *(
            indented(f"{number}. {_ask_reasons(ask, located)}")
            for number, ask in enumerate(best, start=1)
        ),
        BLANK,
        dim("Chances are as if all deals were equally likely."),
        *([dim(MARGIN_LEGEND)] if has_margin else []),
        *([more] if len(asks) > len(best) else []),
    )


def _located(asks: Asks) -> Mapping[Card, Seat]:
    """Where cards publicly are; nothing where a gap may decide it."""
    if has_gaps(asks.record, asks.at):
        return {}
    return replay_of(asks.record).state(asks.at).located


def _ask_reasons(ask: AskOdds | Case[AskOdds], located: Mapping[Card, Seat]) -> str:
    """An ask in words: the chance, and why where it is sure; what it is worth and would prove."""
    odds = in_any_case(ask)
    words = [_chance_words(odds, located)]
    if isinstance(ask, Case):
        words[0] += f", if {when_words(ask.when)}" if ask.when else ", if it is legal"
    for answer, books in (("a yes", odds.proves.yes), ("a no", odds.proves.no)):
        if names := certain(books):
            words.append(f"{answer} proves {listed(names)}")
        if names := tuple(book.value for book in books if isinstance(book, Case)):
            words.append(f"{answer} may prove {listed(names)}: a gap decides it")
    if odds.margin is not None:
        words.append(f"margin {_margin(odds.margin)}{_less(odds.error)}")
    return f"{odds.target} for the {odds.card}: {'; '.join(words)}."


def _less(error: float | Between | None) -> str:
    """By how much an option is not the best, in words."""
    if isinstance(error, Between) or not error or error < DOUBTFUL:
        return ""
    return f", {error:.2f} less than the best option"


def _margin(margin: float | Between | None) -> str:
    """A margin; the lowest and the highest where a gap decides it, ``?`` where it is unknown."""
    return in_words(margin, lambda points: signed(points, 2), to=" to ")


def _number(value: float | Between | None) -> str:
    """A number without a sign, written likewise."""
    return in_words(value, lambda one: f"{round(one, 2) + 0.0:.2f}", to=" to ")  # no minus zero


def _chance_words(ask: AskOdds, located: Mapping[Card, Seat]) -> str:
    """How sure a yes is, if it is known where some cards publicly are."""
    if ask.yes is None:
        return "undecided, there are too many ways to fill the gaps"
    if ask.surrender:
        return "it is your own card, and you give it up"
    if isinstance(ask.yes, Between):
        return f"a yes in {odds_words(ask.yes)}% of the deals: a gap decides it"
    if ask.yes == 1:
        is_seen = located.get(ask.card) == ask.target
        return f"sure, {'everyone has seen it there' if is_seen else 'it can be nowhere else'}"
    if ask.yes == 0:
        return "sure to fail, it is elsewhere"
    return f"a yes in {odds_words(ask.yes)}% of the deals"


def _every_ask(asks: Asks) -> Document:
    """A table of all the asks, best chance first."""
    title = f"Asks of {asks.seat} after event {asks.at}"
    return titled(title, Sheet(_ASK_HEADS, [*map(_ask_row, asks)], _ASK_HEADS[2:6]), _ASK_LEGEND)


def _ask_row(ask: AskOdds | Case[AskOdds]) -> tuple[str, ...]:
    """One ask in the table."""
    odds = in_any_case(ask)
    proves = (
        f"{answer}: {', '.join(books)}"
        for answer, books in (
            ("yes", certain(odds.proves.yes)),
            ("no", certain(odds.proves.no)),
        )
        if books
    )
    return (
        odds.target,
        odds.card,
        "gives it up" if odds.surrender else odds_words(odds.yes),
        _number(odds.bits.public),
        _margin(odds.margin),
        _number(odds.error),
        "; ".join(proves) or DASH,
    )


ASKS: Final = Forms[Asks](
    line=lambda asks: f"{counted(len(asks), 'legal ask')} of {asks.seat} after event {asks.at}",
    document=lambda asks: _every_ask(asks) if asks.every else _best_asks(asks),
    nothing=lambda asks: f"{asks.seat} has no legal ask.",
)

# -- both answers to one ask ----------------------------------------------------------------------

_ANSWER_HEADS: Final = ("View", "Answer", "Bits", "Cards placed")
_ANSWER_LEGEND: Final = "Bits: log2 of how many times fewer deals are left. * the answer given."


def _what_if_text(asked: WhatIf) -> Document:
    rows = list(_answer_rows(asked))
    title = f"Event {asked.event}: {event_text(asked.record, asked.event)}"
    return titled(title, Sheet(_ANSWER_HEADS, rows, right=("Bits",)), _ANSWER_LEGEND)


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


WHAT_IF: Final = Forms[WhatIf](
    line=lambda asked: (
        f"event {asked.event}, {event_text(asked.record, asked.event)}, "
        f"for {', '.join(asked.views)}"
    ),
    document=_what_if_text,
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


def _turns_text(turns: TurnOptions) -> Document:
    """A table of the options."""
    rows = [_turn_row(turns, option) for option in turns]
    drawn = any(is_drawn(option.nothing) for option in turns)
    open_gaps = any(isnan(option.chance) for option in turns)
    legend = [
        _TURN_LEGEND,
        *([DRAWN_LEGEND] if drawn else []),
        *([_OPEN_LEGEND] if open_gaps else []),
    ]
    title = f"To whom the turn could go from {turns.seat} after event {turns.at}"
    return titled(title, Sheet(_TURN_HEADS, rows, right=("%", "Of none %")), *legend)


def _turn_row(turns: TurnOptions, option: TurnOption) -> tuple[str, ...]:
    """One option in the table."""
    is_known = option.nothing.probability is not None  # else nothing is of any half-suit
    wins = [f"{book} {share_words(share)}" for book, share in option.wins]
    return (
        format_event(option.event, turns.record),
        _odds_of_option(option),
        option.receiver,
        ("; ".join(wins) if is_known else share_words(option.nothing)) or DASH,
        share_words(option.nothing),
    )


def _odds_of_option(option: TurnOption) -> str:
    """How likely an option comes so; ``?`` where that was not worked out."""
    if isnan(option.chance):
        return odds_words(None)
    return odds_words(Fraction(option.chance))


TURN_OPTIONS: Final = Forms[TurnOptions](
    line=lambda turns: (
        f"{counted(len(turns), 'way')} in which {turns.seat} could give the turn away "
        f"after event {turns.at}"
    ),
    document=_turns_text,
    nothing=lambda turns: f"{turns.seat} cannot give the turn away.",
    derived={
        "TurnOption.wins": lambda option, _: dict(option.wins),
        "Share.interval": lambda share, _: (
            {} if share.exact else {"interval": (share.low, share.high)}
        ),
    },
)
