"""Each command's answer about a tiny game beside the referee's: a function for each command.

What is right comes from the deals on which the referee can play the record (``Possibilities``), or
from playing on. Each function says how many answers it compared, and fails at the first difference.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import log2
from typing import Any, Final

import pytest

from tests.analysis import (
    test_asks,
    test_audit,
    test_knows,
    test_mutual_knowledge,
    test_signals,
    turns_by_playing,
)
from tests.brute import consistent_deals
from tests.explain.step_judge import check_steps
from tests.explain.test_mends_by_playing import judge, slipped
from tests.game import test_against_referee
from tests.play.mutations import with_statements_left_out
from tests.play.possibilities import (
    Possibilities,
    Possible,
    after_all,
    common,
    played,
    sure_places,
)
from tests.teach import tiny_puzzles
from tracker.analysis.asks import AnswerNews, what_if
from tracker.analysis.audit import audit
from tracker.analysis.board import board
from tracker.analysis.conclusions import why
from tracker.analysis.odds import claims, odds
from tracker.analysis.report import report
from tracker.analysis.timeline import timeline
from tracker.analysis.view_history import ReachableClaim, Witness, view_history
from tracker.analysis.view_progress import BookOfTeam, Gain, gain
from tracker.answers import certain
from tracker.archive.stats import stats
from tracker.explain.certificate import certificate
from tracker.explain.explanation import Explanation
from tracker.explain.verification import verify
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Holdings, Seat
from tracker.game.record import Hand, Record
from tracker.game.table import Team
from tracker.inference.deduction import deduce
from tracker.knowledge.views import View, knowledge
from tracker.play.game import dealt

NOBODY: Final = "nobody"
"""Who holds a card of a half-suit that was settled by the last chance of a forced end."""
MOST: Final = 90
"""How many deals a game may have: all of them are looked at, none are drawn."""


class Game:
    """A game, with a moment and a chair drawn by lot.

    Half of the games have statements left out that need not be there.
    """

    def __init__(self, whole: Record, rng: random.Random) -> None:
        self.whole, self.rng = whole, rng
        self.record = _as_written(whole, rng)
        self.possible = Possibilities(self.record)
        assert self.possible.fitting, f"the referee cannot play this game:\n{self.record}"
        self.at = rng.randint(0, len(self.record.events))
        hands = rng.choice(((), (rng.choice(whole.hands),), self._team(rng)))
        self.view = View(hands)
        self.cell = self.possible.cell(self.at, self.view.seats)

    def _team(self, rng: random.Random) -> tuple[Hand, ...]:
        team = rng.choice(self.record.table.teams)
        return tuple(hand for hand in self.record.hands if hand.seat in team)

    @property
    def places(self) -> list[Mapping[Card, Seat]]:
        """Where the cards can be that are in play in some deal of the chair, in each of them."""
        cards = {card for one in self.cell for card in one.places}
        return [{card: one.places.get(card, NOBODY) for card in cards} for one in self.cell]


def _as_written(whole: Record, rng: random.Random) -> Record:
    """The game, or what is left of it where it could be played on the same deal all the same."""
    if rng.random() < 0.5:
        return whole
    shorter = with_statements_left_out(whole, rng)
    return shorter if played(shorter, dealt(whole)) else whole


# -- a comparison for each command ---------------------------------------------------------------


def of_show(game: Game) -> int:
    """Who can hold each card in play and how likely, hand sizes, whose turn it is, the score.

    What all can see at any moment is what it is as the referee plays the whole game.
    """
    test_against_referee.judge(game.whole)
    tables = [one.table for one in game.cell]
    shown = board(game.record, view=game.view, at=game.at, odds=True)
    deduction, likely = shown.deduction, shown.chances or {}
    in_play = {card for place in game.places for card in place}
    assert set(shown.cards) == in_play == set(likely)
    for card in shown.cards:
        seen = Counter(place.get(card) for place in game.places)
        assert deduction.holders(card) == tuple(seat for seat in game.record.seats if seen[seat])
        for seat, chance in likely[card].items():
            assert chance == pytest.approx(seen[seat] / len(tables))
    assert deduction.sizes() == {
        seat: common(len(table.hands[seat]) for table in tables) for seat in game.record.seats
    }
    if any(table.open_books() for table in tables):
        assert set(deduction.to_move()) == set[Seat]().union(*(table.turn for table in tables))
    scores = {tuple(table.known_score()) for table in tables}
    assert tuple(deduction.scores().values()) == tuple(map(common, zip(*scores, strict=True)))
    return len(in_play)


def of_claims(game: Game) -> int:
    """The verdict on each half-suit and team, the likeliest naming, and both odds."""
    record, truth = game.record, game.places
    compared = 0
    for team in record.table.teams:
        for claim in claims(record, view=game.view, at=game.at, team=team):
            cards = record.deck.by_name[claim.book].cards
            assert claim.verdict == verdict(truth, cards, team)
            assert (claim.owned, claim.probability) == chances(truth, cards, team)
            if claim.holdings is not None:
                said = dict(claim.holdings).items()
                right = sum(said <= place.items() for place in truth)
                assert Fraction(right, len(truth)) == claim.probability
            compared += 1
    return compared


def verdict(truth: Sequence[Mapping[Card, Seat]], cards: Sequence[Card], team: Team) -> str:
    """The verdict on a claim, from where the cards can be."""
    namings = Counter(tuple(place[card] for card in cards) for place in truth)
    owned = sum(number for naming, number in namings.items() if {*naming} <= {*team})
    if owned < len(truth):
        return "open" if owned else "impossible"
    return "proven" if len(namings) == 1 else "owned"


def chances(
    truth: Sequence[Mapping[Card, Seat]], cards: Sequence[Card], team: Team
) -> tuple[Fraction, Fraction]:
    """That a team holds all the cards, and that the likeliest of its namings is right."""
    namings = Counter(tuple(place[card] for card in cards) for place in truth)
    of_team = [number for naming, number in namings.items() if {*naming} <= {*team}]
    return Fraction(sum(of_team), len(truth)), Fraction(max(of_team, default=0), len(truth))


def of_deals(game: Game) -> int:
    """How many deals there are, which they are, and that those drawn are among them.

    What is publicly known leaves the deals on which all can be played, after every event.
    """
    for at, possible in enumerate(game.possible.moments):
        left = consistent_deals(knowledge(game.record, at=at))
        assert left == [one.deal for one in possible], at
    expected = {tuple(sorted(one.deal.items())) for one in game.cell}
    with odds(game.record, view=game.view, at=game.at) as told:
        assert told.count == len(game.cell)
        listed = [tuple(sorted(deal.items())) for deal in told.deals()]
        assert len(listed) == len(expected)
        assert set(listed) == expected
        drawn = told.drawing(3).shown
        assert {tuple(sorted(deal.items())) for deal in drawn} <= expected
    return len(listed)


def of_why(game: Game) -> int:
    """The verdicts on a card and on a claim; counterexamples; certificates verified afresh."""
    record, rng, cell = game.record, game.rng, game.cell
    compared = 0
    for card in rng.sample(record.table.cards, 2):
        if all(card in one.places for one in cell):
            seat, lacks = rng.choice(record.seats), rng.random() < 0.3
            so = [(one.places[card] == seat) != lacks for one in cell]
            told = why(record, card, seat, lacks=lacks, view=game.view, at=game.at)
            _check_explanation(game, told, so)
            compared += 1
    book = rng.choice(record.deck.books)
    if all(book.name in one.table.open_books() for one in cell):
        naming = rng.choice(cell).naming(book.cards)
        holdings = tuple(zip(book.cards, naming, strict=True))
        said = ", ".join(f"{seat} {card}" for card, seat in holdings)
        if len({record.table.team_of[seat] for seat in naming if seat}) == 1:
            right = [one.naming(book.cards) == naming for one in cell]
            told = why(record, claim=f"{book.name}: {said}", view=game.view, at=game.at)
            _check_explanation(game, told, right)
            compared += 1
    return compared


def _check_explanation(game: Game, told: Explanation, so: Sequence[bool]) -> None:
    """The verdict; if it is open, a deal in which it is not so; else a proof whose steps hold."""
    expected = "proven" if all(so) else "open" if any(so) else "refuted"
    assert told.verdict == expected
    if told.verdict == "open":
        against = [one.deal for one, is_so in zip(game.cell, so, strict=True) if not is_so]
        assert told.counterexample in against
    else:
        assert verify(certificate(told), game.record) == ()
        with deduce(game.record, view=game.view, at=game.at) as deduction:
            check_steps(told, deduction)


def of_timeline(game: Game) -> int:
    """What each event told each view: bits, cards placed, claims proven."""
    told = timeline(game.record)
    for view in told.start:
        seats = () if view == "public" else (view,)
        assert told.start[view] == pytest.approx(log2(len(game.possible.cell(0, seats))))
        for event in told.events:
            check_gain(game, seats, (event.number - 1, event.number), event.gains[view])
    return len(told.start) * len(told.events)


def check_gain(game: Game, seats: Sequence[Seat], moments: tuple[int, int], gain: Gain) -> None:
    """What one view learnt from one moment to another."""
    before, after = (game.possible.cell(at, seats) for at in moments)
    assert gain.exact
    assert gain.left == pytest.approx(log2(len(after)))
    assert gain.bits == pytest.approx(log2(len(before) / len(after)))
    old, new = sure_places(before), sure_places(after)
    in_play = {card for one in after for card in one.places}
    assert gain.placed == {card: seat for card, seat in new.items() if card not in old}
    assert set(gain.unplaced) == {card for card in old if card in in_play and card not in new}
    known, proven = (proven_by(game, at, seats) for at in moments)
    assert set(gain.proven) == proven - known
    cards = {book.name: book.cards for book in game.record.deck.books}
    lost = {one for one in known - proven if in_play.issuperset(cards[one[0]])}
    assert set(gain.unproven) == lost


def proven_by(game: Game, at: int, seats: Sequence[Seat]) -> set[tuple[str, Team]]:
    """The half-suits that some seats can prove for a team that they can claim for."""
    return {
        (book.name, team)
        for book, team in product(game.record.deck.books, claimed_for(game, seats))
        if game.possible.proves(at, seats, book.name, team)
    }


def claimed_for(game: Game, seats: Sequence[Seat]) -> list[Team]:
    """The teams that some seats can claim for."""
    table = game.record.table
    either = not seats or table.rules.claim_other_team == "yes"
    return [team for team in table.teams if either or set(seats) & set(team)]


def of_asks(game: Game) -> int:
    """Every legal ask, its answers, what it proves and tells; both answers to an ask (--event)."""
    compared = 0
    places = list(test_asks.chairs(game.record))
    if places:
        at, hand = game.rng.choice(places)
        found = test_asks.check(game.possible, at, hand)
        compared += len(found.asks)
    return compared + _both_answers(game)


def _both_answers(game: Game) -> int:
    """What the two answers to an ask of the game tell the public and the asker."""
    asks = [
        (number, event)
        for number, event in game.record.numbered(Ask).items()
        if event.answer in ("yes", "no")
    ]
    if not asks:
        return 0
    number, ask = game.rng.choice(asks)
    compared = 0
    for view, news in what_if(game.record, number).views.items():
        before = game.possible.cell(number - 1, () if view == "public" else (view,))
        for answer, told in news.items():
            after = after_all(before, _answered(ask, answer))
            assert (told is None) == (not after)
            if told is not None:
                _check_news(told, before, after, ask.card if answer == "yes" else None)
            compared += 1
    return compared


def _check_news(
    told: AnswerNews, before: Sequence[Possible], after: Sequence[Possible], moved: Card | None
) -> None:
    """What one answer tells a view; a card that is handed over is no news."""
    old, new = sure_places(before), sure_places(after)
    expected = {card: seat for card, seat in new.items() if card not in old and card != moved}
    assert dict(told.placed) == expected
    assert told.bits == pytest.approx(log2(len(before) / len(after)), abs=1e-9)


def _answered(ask: Ask, answer: Any) -> Ask:
    return Ask(ask.asker, ask.target, ask.card, answer, irregular=ask.irregular)


def of_turns(game: Game) -> int:
    """Who could be given the turn, how likely, and what can be won then for certain."""
    compared, differences = turns_by_playing.compare(game.whole, game.rng)
    assert not differences, differences
    return compared


def of_knows(game: Game) -> int:
    """Who could prove what, from when to when; what a view knows of that; chains."""
    compared = len(test_knows.check(game.possible).books)
    seen = game.possible.seen(game.at)
    compared += len(test_mutual_knowledge.check(seen, game.view).books)
    for book in seen.state.open_books()[:1]:
        chain = [game.rng.choice(game.record.seats) for _ in range(game.rng.randint(1, 3))]
        test_mutual_knowledge.check_chain(seen, chain, book)
        compared += 1
    return compared


def of_audit(game: Game) -> int:
    """Every claim's verdict, who could prove it, asks whose answer was known, missed claims.

    Of a third of the asks, how good each was among all that were legal.
    """
    missed = test_audit.check(game.record, dealt(game.whole), game.possible)
    for one in certain(audit(game.record).asks)[game.rng.randrange(3) :: 3]:
        test_asks.check_audited(game.record, one)
    return missed + len(game.record.numbered(Claim)) + len(game.record.numbered(Ask))


def tallies(game: Game) -> Mapping[Seat, Counter[str]]:
    """What each player did, by the referee."""
    judged = test_audit.Judged(game.possible, dealt(game.whole))
    found = {seat: Counter[str]() for seat in game.record.seats}
    for number, ask in game.record.numbered(Ask).items():
        told = found[ask.asker]
        told["asks"] += 1
        told["hits"] += ask.answer == "yes"
        cell = game.possible.cell(number - 1, (ask.asker,))
        if all(ask.card in one.places for one in cell):
            right, of = judged.share(ask.asker, number - 1, ((ask.card, ask.target),))
            told["dead"] += right == 0
            told["sure"] += right == of
    for number, claim in game.record.numbered(Claim).items():
        told = found[claim.claimant]
        told["claims"] += 1
        told["correct"] += claim.outcome == "correct"
        before = game.possible.cell(number - 1)
        if claim.outcome == "correct" and claim.book in before[0].table.open_books():
            right, of = judged.share(claim.claimant, number - 1, claim.holdings)
            told["proven" if right == of else "guessed"] += 1
    for missed in judged.missed():
        found[missed.seat]["missed"] += 1
    return found


def bits_told(game: Game, asker: Seat, others: Iterable[Seat]) -> float:
    """What a player's asks told some seats, in bits."""
    moments = [n for n, ask in game.record.numbered(Ask).items() if ask.asker == asker]
    cell = game.possible.cell
    return sum(
        log2(len(cell(n - 1, (seat,))) / len(cell(n, (seat,)))) for n in moments for seat in others
    )


def of_report(game: Game) -> int:
    """The result, what each player did, what each view had left to learn; a view's history."""
    told, expected = report(game.record), tallies(game)
    end = game.possible.cell(len(game.record.events))
    scores = {tuple(one.table.known_score()) for one in end}
    assert {tuple(told.result.score.values())} == scores
    for player in told.players:
        seen, made = expected[player.seat], player.claims
        assert (player.asks, player.hits) == (seen["asks"], seen["hits"])
        assert (player.dead, player.sure) == (seen["dead"], seen["sure"])
        assert player.missed == seen["missed"]
        assert (made.proven, made.guessed) == (seen["proven"], seen["guessed"])
        assert made.wrong == seen["claims"] - seen["correct"]
        mates = {*game.record.table.team_of[player.seat]} - {player.seat}
        opponents = game.record.table.opponents_of[player.seat]
        assert player.bits_to_team == pytest.approx(bits_told(game, player.seat, mates))
        assert player.bits_to_opponents == pytest.approx(bits_told(game, player.seat, opponents))
    for view, left in told.uncertainty.items():
        seats = () if view == "public" else (view,)
        cells = (game.possible.cell(at, seats) for at in range(len(left)))
        assert left == pytest.approx([log2(len(cell)) for cell in cells], abs=1e-9)
    return len(told.players) + len(told.uncertainty) + _history(game)


def _history(game: Game) -> int:
    """What a page shows of one view at every moment, and from one to the next, and back."""
    told = view_history(game.record, game.view)
    for at, moment in enumerate(told.moments):
        cell = game.possible.cell(at, game.view.seats)
        for card, holders in moment.progress.holders.items():
            seen = Counter(one.places.get(card) for one in cell)
            assert set(holders) == {seat for seat in game.record.seats if seen[seat]}
            shares = {seat: number / len(cell) for seat, number in seen.items()}
            assert moment.chances[card] == pytest.approx(shares)
        assert moment.deduction.sizes() == {
            seat: common(len(one.table.hands[seat]) for one in cell) for seat in game.record.seats
        }
        check_lasting([one for one in told.deals if one.last >= at], cell)
        check_reach(game, at, moment.claims)
    for (i, old), (j, new) in permutations(enumerate(told.progress), 2):
        if abs(i - j) == 1:
            check_gain(game, game.view.seats, (i, j), gain(old, new))
    return len(told.moments)


def check_lasting(lasting: Sequence[Witness], cell: Sequence[Possible]) -> None:
    """The deals that last so long show all that is possible, each something new."""
    deals, shown = [one.deal for one in cell], set[tuple[Card, Seat]]()
    assert [one.last for one in lasting] == sorted((one.last for one in lasting), reverse=True)
    for one in lasting:
        assert one.deal in deals
        assert not one.deal.items() <= shown
        shown |= one.deal.items()
    assert shown == {pair for deal in deals for pair in deal.items()}


def check_reach(game: Game, at: int, shown: Mapping[BookOfTeam, ReachableClaim]) -> None:
    """The claims of which each card is the team's in more than half of the deals."""
    truth = [one.places for one in game.possible.cell(at, game.view.seats)]
    within = {
        (book.name, team): book.cards
        for book, team in product(game.record.deck.books, claimed_for(game, game.view.seats))
        if all(place.keys() >= {*book.cards} for place in truth)
        and all(2 * sum(p[card] in team for p in truth) > len(truth) for card in book.cards)
    }
    assert shown.keys() == within.keys()
    for (name, team), cards in within.items():
        told = shown[name, team]
        assert told.verdict == verdict(truth, cards, team)
        assert told.probability == pytest.approx(float(chances(truth, cards, team)[1]))
        assert told.holdings == likeliest(truth, cards, team, game.record.seats)


def likeliest(
    truth: Sequence[Mapping[Card, Seat]], cards: Sequence[Card], team: Team, seats: Sequence[Seat]
) -> Holdings | None:
    """A team's likeliest naming: of those as likely, the first in seat order."""
    namings = Counter(tuple(seats.index(place[card]) for card in cards) for place in truth)
    of_team = [naming for naming in namings if {seats[i] for i in naming} <= {*team}]
    best = min(of_team, key=lambda naming: (-namings[naming], naming), default=None)
    if best is None:
        return None
    return tuple((card, seats[i]) for card, i in zip(cards, best, strict=True))


def of_stats(game: Game) -> int:
    """What is counted of each player, missed claims above all."""
    told, expected = stats([game.record]), tallies(game)
    for player in told.players:
        seen = expected[player.name]
        assert {name: player.counts[name] for name in COUNTED} == {
            name: seen[name] for name in COUNTED
        }
    return len(told.players) * len(COUNTED)


COUNTED: Final = ("asks", "hits", "dead", "sure", "claims", "correct", "proven", "missed")


def of_check(game: Game) -> int:
    """The first contradiction of a record with a slip, what contradicts what, and its mends."""
    if not game.whole.events:
        return 0
    rng = game.rng
    short = game.whole.with_events(game.whole.events[: rng.randint(1, 14)])
    record = slipped(short, rng)
    _, differences = judge(record)
    assert not differences, (record, differences)
    return 1


def of_puzzles(game: Game) -> int:
    """Right answers, marks, the deals that refute, of ``mark`` as well."""
    found = [one.puzzle for one in tiny_puzzles.found_in(game.record)[:2]]
    found += tiny_puzzles.followings_in(game.record)[:1]
    for puzzle in found:
        tiny_puzzles.check(puzzle)
    return len(found)


def of_signals(game: Game) -> int:
    """Which asks are signals, of what, and whether they were true."""
    found = test_signals.check_signals(game.whole)
    return len(found.signals)


COMMANDS: Final[Mapping[str, Callable[[Game], int]]] = {
    "show": of_show,
    "claims": of_claims,
    "deals": of_deals,
    "why": of_why,
    "timeline": of_timeline,
    "asks": of_asks,
    "turns": of_turns,
    "knows": of_knows,
    "audit": of_audit,
    "report": of_report,
    "stats": of_stats,
    "check": of_check,
    "puzzles": of_puzzles,
    "signals": of_signals,
}
"""What compares the answers of a command, by its name."""
