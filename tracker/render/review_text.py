"""The review of a game in the terminal and as JSON: who gave what away, and why that is so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from tracker.analysis.move_options import MoveOption
from tracker.analysis.result import Result
from tracker.analysis.review import Decision, PlayedWell, PlayerReview, Review
from tracker.analysis.rollouts import Rollout, Rollouts
from tracker.game.events import Ask, Claim
from tracker.game.record import Record
from tracker.messages import counted, printable
from tracker.notation.holdings import format_holdings
from tracker.notation.text import format_event
from tracker.render.document import (
    BLANK,
    Block,
    Document,
    Drawing,
    Hint,
    Sheet,
    dim,
    indented,
    line,
)
from tracker.render.forms import Derived, Forms
from tracker.render.phrases import (
    DASH,
    by_number,
    chart_line,
    count_words,
    per_cent,
    signed,
)

_LEAST_CHART: Final = 20
"""Columns that a chart has, however long the words before it are."""
PLAYER_HEADS: Final = ("Player", "Judged", "Error", "Luck", "Mistakes", "Played well")
"""The columns of the table of players."""
ESTIMATE: Final = "Points are estimates, fitted on simulated players; reasons are exact."


def headline(review: Review) -> str:
    """Who won, and when that was decided."""
    text = result_words(review.result)
    if review.result.winner is None or not review.decided:
        return text
    return f"{text} Decided at {review.decided}: {_event_words(review.record, review.decided)}."


def _event_words(record: Record, number: int) -> str:
    """An event as the notation writes it, without what was shown: for that there is no room."""
    event = record.events[number - 1]
    if isinstance(event, Claim):
        event = replace(event, shown=None)
    return format_event(event, record)


def result_words(result: Result) -> str:
    """Who won, or how it stands."""
    score = ", ".join(f"{team} {count_words(points)}" for team, points in result.score.items())
    if result.undecided:
        return f"How it ended is undecided. Score: {score}."
    if result.depends:
        return f"How it ended depends on the gaps. Score: {score}."
    if not result.decided:
        return f"Not over. Score: {score}."
    winner = "A draw" if result.winner is None else f"{result.winner} won"
    return f"{winner}. Score: {score}."


def move_words(move: Ask | Claim) -> str:
    """What could be done, as an order."""
    if isinstance(move, Claim):
        return f"claim {move.book}"
    return f"ask {move.target} for the {move.card}"


def _with_chance(option: MoveOption) -> str:
    """What could be done, and how likely it was to come out well."""
    what = "right" if isinstance(option.move, Claim) else "a yes"
    return f"{move_words(option.move)} ({what} in {_share(option)})"


def _share(option: MoveOption) -> str:
    """A chance in per cent; what is certain is 0 or 100."""
    chance = option.chance
    return f"{per_cent(chance)}%" if 0 < chance < 1 else f"{100 * chance:.0f}%"


def reason_words(mistake: Decision, review: Review) -> str:
    """What was done, why it was a mistake, and what was better."""
    text = _event_words(review.record, mistake.event)
    done = f"{mistake.seat} let it pass ({text})" if mistake.chosen is None else text
    again = f" So too at {by_number('event', mistake.also)}." if mistake.also else ""
    return f"{done}. {because(mistake, review)}{_better(mistake)}{again}"


def _better(mistake: Decision) -> str:
    """What was better, where the reason does not say it."""
    if mistake.why in ("proven-claim-withheld", "sure-card-passed-up"):
        return ""
    return f" Better: {_with_chance(mistake.best)}."


def because(mistake: Decision, review: Review) -> str:
    """Why a move was a mistake, in a sentence or two: what is proven, or a chance."""
    chosen, better = mistake.chosen, mistake.best.move
    share = "" if chosen is None else _share(chosen)
    is_claim = chosen is not None and isinstance(chosen.move, Claim)
    match mistake.why:
        case "proven-claim-withheld":
            assert isinstance(better, Claim)
            return f"{mistake.seat} could prove {better.book}. {_became(better.book, review)}"
        case "sure-card-passed-up":
            assert isinstance(better, Ask)
            succeeds = "right" if is_claim else "a yes"
            return f"{better.target} surely had the {better.card}; this was {succeeds} in {share}."
        case "could-not-hit" if is_claim:
            return "That could not be right."
        case "could-not-hit":
            return f"That could {_only_this(mistake)}, and another ask could hit."
        case "worse-naming":
            return f"Named so it was right in {share}.{_likelier(mistake, review)}"
        case "needless-guess":
            return f"A guess, right in {share}. It could wait: no opponent could get at it."
        case "unlikely-ask":
            return f"A yes in {share}."
        case "rollouts" | None:
            return "No exact reason; simulated players did better after another move."


def _only_this(mistake: Decision) -> str:
    """What an ask could do that could not hit."""
    match mistake.chosen and mistake.chosen.move:
        case Ask(answer="surrender", card=card):
            return f"only give the {card} away"
    return "not hit"


def _likelier(mistake: Decision, review: Review) -> str:
    """How a half-suit would have been named best."""
    assert mistake.likelier is not None
    assert isinstance(mistake.likelier.move, Claim)
    naming = format_holdings(mistake.likelier.move.holdings, review.record.seats)
    return f" Likeliest: {printable(naming)} ({_share(mistake.likelier)})."


def _became(book: str, review: Review) -> str:
    """What became of a half-suit."""
    settled = next(each for each in review.result.books if each.book == book)
    if settled.status == "open":
        return "It was never claimed."
    owner = "nobody" if settled.team is None else str(settled.team)
    return f"It went to {owner} at event {settled.event}."


@dataclass(frozen=True)
class Chart(Drawing):
    """Chances in the course of a game, as a chart of one line."""

    words: str
    """What stands before it."""
    values: Sequence[float]

    def lines(self, width: int, height: int | None = None) -> Iterator[Text]:
        """The words and the chart."""
        words = printable(self.words)
        room = max(width - cell_len(words), _LEAST_CHART)
        yield Text(f"{words}{chart_line(self.values, room)}")


def _text(review: Review) -> Document:
    """The headline, the curve, the players and the worst moments: one screen."""
    left = len(review.moments) - len(review.listed)
    ours = review.record.table.team_of[review.record.seats[0]]
    chances = Chart(f"Chances of {ours}: ", [point.wins for point in review.curve])
    parts: list[Block] = [line(headline(review)), chances]
    rows = [*map(player_row, review.players)]
    parts += [Sheet(PLAYER_HEADS, rows, right=PLAYER_HEADS[1:]), BLANK]
    parts += map(indented, moment_lines(review))
    if left:
        parts.append(Hint(f"{counted(left, 'more moment')}: --all."))
    parts.append(dim(ESTIMATE))
    return parts


def player_row(player: PlayerReview) -> tuple[str, ...]:
    """A player's line, by ``PLAYER_HEADS``: dashes where no move could be judged."""
    if not player.decisions:
        return (player.seat, *([DASH] * (len(PLAYER_HEADS) - 1)))
    return (
        player.seat,
        str(player.decisions),
        f"{player.error:.1f}",
        signed(player.luck, 1),
        str(player.mistakes),
        str(player.well_played),
    )


def moment_lines(review: Review) -> list[str]:
    """The worst moments, or all that are wanted, each in a line or two; or that there are none."""
    lines = [_moment_line(mistake, review) for mistake in review.listed]
    return lines or [none_found(review)]


def none_found(review: Review) -> str:
    """That there is no mistake, or that nobody could look for one."""
    if not any(player.decisions for player in review.players):
        return "No move was judged."
    return "No mistake with an exact reason was found."


def _moment_line(mistake: Decision, review: Review) -> str:
    """A mistake in a line or two."""
    return (
        f"{mistake.event}. {mistake.grade}, −{mistake.error:.2f}: {reason_words(mistake, review)}"
    )


# -- JSON -----------------------------------------------------------------------------------------


def well_words(played: PlayedWell, review: Review) -> str:
    """Why a move was played well."""
    text = _event_words(review.record, played.event)
    if played.margin is None:
        return f"{text}. Claimed at the first moment at which it was provable."
    return f"{text}. {played.margin:.2f} better than any other option, though one was likelier."


def _move(option: MoveOption) -> dict[str, object]:
    """What could be done, as JSON has it."""
    move = option.move
    if isinstance(move, Ask):
        return {"ask": {"target": move.target, "card": move.card}}
    return {"claim": {"book": move.book, "holdings": dict(move.holdings)}}


DERIVED: Final[Derived] = {
    "Review.result": lambda review, _: {
        "score": review.result.score,
        "winner": review.result.winner,
    },
    "Decision.reason": reason_words,
    "PlayedWell.reason": well_words,
    "MoveOption.move": lambda option, _: _move(option),
}
REVIEW: Final = Forms(
    line=lambda review: f"{headline(review)} {counted(len(review.moments), 'mistake')}",
    document=_text,
    derived=DERIVED,
)

# -- rollouts -------------------------------------------------------------------------------------

_PLAYED: Final = ("Event", "Done", "Other", "Deals", "Better by", "95%")
_RIGHT: Final = ("Event", "Deals", "Better by", "95%")


def _rollouts_text(answer: Rollouts) -> Document:
    """The moments played on, as a table; what that means, and what it does not promise."""
    review = answer.review
    parts: list[Block] = [line(headline(review))]
    if answer.rollouts:
        rows = [_played_row(rollout, review) for rollout in answer.rollouts]
        parts += [Sheet(_PLAYED, rows, right=_RIGHT), BLANK]
        parts += [
            indented(_moment_line(mistake, review))
            for mistake in review.moments
            if mistake.why == "rollouts"
        ]
    else:
        parts.append(line("No mistake with an exact reason was found: nothing was played on."))
    if answer.stopped:
        done = f"{answer.done} of {counted(answer.wanted, 'deal')} played on"
        parts.append(line(f"Stopped: {done if answer.done else 'nothing was played on yet'}."))
    return [*parts, *map(dim, _promises(answer))]


def _promises(answer: Rollouts) -> Iterator[str]:
    """What rollouts are, and what they do not promise."""
    yield (
        "Better by: points by which the game ended better for the player's team after the other "
        "option. Both are played in the same deals, drawn from what the player could think "
        "possible."
    )
    yield (
        f"Played on by: {', '.join(answer.players)}. Seed: {answer.seed}. This tells how such "
        "players fare. It proves nothing, and people may fare otherwise."
    )


def _played_row(rollout: Rollout, review: Review) -> tuple[str, ...]:
    """A moment that was played on."""
    decision, difference = rollout.decision, rollout.difference
    text = _event_words(review.record, decision.event)
    return (
        str(decision.event),
        f"{decision.seat} lets it pass" if decision.chosen is None else text,
        DASH if decision.other is None else move_words(decision.other.move),
        str(len(rollout.margins)),
        DASH if difference is None else signed(difference, 1),
        _limits_words(rollout),
    )


def _limits_words(rollout: Rollout) -> str:
    """The 95% limits of a difference; that all deals agree is told as such."""
    low, high = rollout.limits
    if low is None or high is None:
        return "the same in all" if len(rollout.margins) > 1 else DASH
    return f"{signed(low, 1)} to {signed(high, 1)}"


ROLLOUTS: Final = Forms[Rollouts](
    line=lambda answer: f"{answer.done} of {counted(answer.wanted, 'deal')} played on",
    document=_rollouts_text,
    derived={
        **DERIVED,
        "Rollouts.rollouts": lambda answer, _: {
            "deals": answer.deals,
            "players": answer.players,
            "seed": answer.seed,
            "stopped": answer.stopped,
            "moments": answer.rollouts,
        },
        "Rollout.deals": lambda rollout, _: len(rollout.margins),
        "Rollout.low": lambda rollout, _: rollout.limits[0],
        "Rollout.high": lambda rollout, _: rollout.limits[1],
    },
)
