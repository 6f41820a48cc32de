"""Where in a game a question may be worth asking: something has just become certain, or was missed.

``candidates`` follows a game in some views. Wherever something becomes certain that nobody was told
(the place of a card, that a seat lacks one, a claim, an ask), there is a candidate; so there is
where much is known, and nothing is certain: else to say so would never be right. ``mistakes`` poses
what one player could have known and did not use. ``followings`` asks after each event what follows
from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, TypeAlias

from tracker.analysis.ask_chances import asks_from_chair, sure_asks
from tracker.analysis.audit import audit
from tracker.analysis.auditor import Audit
from tracker.analysis.each_filling import only_completion
from tracker.answers import certain
from tracker.errors import RecordError
from tracker.explain.explanation import Question, whole_claim
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Seat
from tracker.game.record import Record
from tracker.inference.deduction import ClaimVerdict, Deduction
from tracker.inference.follow import follow
from tracker.inference.hands import view_of
from tracker.knowledge.facts import Clause, Literal
from tracker.knowledge.views import View, ViewLike
from tracker.messages import require_word
from tracker.teach.grading import THEMES, Mastery
from tracker.teach.puzzle import Puzzle, PuzzleQuestion, pose

FIRST: Final = 6
"""As a rule no question is asked after fewer events: there is nothing to think about yet."""

_Asked: TypeAlias = tuple[PuzzleQuestion, Sequence[Literal], bool]
"""A question, with what has to be found out about the deal to answer it, and if that decides it."""
_NEAR: Final = 2
"""So many places are left at most of a card that is nearly found."""


@dataclass(frozen=True)
class Candidate:
    """A question that may be worth asking."""

    question: PuzzleQuestion
    view: View
    at: int
    """The moment, as the number of events before it."""
    decided: bool
    """Whether something is certain; else that nothing is may well be the answer."""


def candidates(
    record: Record,
    views: Sequence[View],
    beyond: str | None = None,
    within: str | None = None,
    first: int = FIRST,
) -> Iterator[Candidate]:
    """What may be worth asking about a game, moment by moment.

    Args:
        record: the game.
        views: the views in which it is followed.
        beyond: a theme: leave out what that technique and the easier ones find; None: nothing.
        within: a theme: leave out what that technique and the easier ones do not find; None:
            nothing.
        first: nothing is asked after fewer events.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    skills: list[tuple[int, bool]] = []
    for theme, finds in ((beyond, False), (within, True)):
        if theme is not None:
            require_word(theme, THEMES, "theme")
            skills.append((THEMES.index(theme) + 1, finds))
    watchers = {view.name: _Watcher(skills, first) for view in views}
    for moment in follow(record, views=views):
        for name, watcher in watchers.items():
            yield from watcher.candidates(moment.deductions[name])


@dataclass
class _Watcher:
    """Looks for candidates in one view's way through a game."""

    skills: Sequence[tuple[int, bool]]
    """So many techniques, and whether they are to find what is asked, or not."""
    first: int
    """Nothing is asked after fewer events."""
    holders: Mapping[Card, tuple[Seat, ...]] = field(default_factory=dict)
    """The possible holders of each card at the last moment."""
    claimable: Mapping[str, str] = field(default_factory=dict)
    """The half-suits that were proven, owned or nearly so at the last moment; which of them."""
    sure: frozenset[Card] = frozenset()
    """The cards that were sure to be got by asking at the last moment."""

    def candidates(self, deduction: Deduction) -> Iterator[Candidate]:
        """The candidates of the next moment."""
        before, self.holders = self.holders, deduction.all_holders()
        is_changed = self.holders != before or _next_claim(deduction) is not None
        if deduction.at < self.first or deduction.state.over or not is_changed:
            return
        told = _told(deduction)
        questions = chain(
            self._about_cards(deduction, before),
            self._about_claims(deduction),
            self._about_asks(deduction, before),
            _about_next_claim(deduction),
        )
        asked = [each for each in questions if not each[2] or not told >= set(each[1])]
        for known, finds in self.skills if asked else ():
            mastery = Mastery(deduction, known)
            asked = [each for each in asked if mastery.decides(each[1]) == finds]
        for question, _, decided in asked:
            yield Candidate(question, deduction.viewer, deduction.at, decided)

    def _about_cards(
        self, deduction: Deduction, before: Mapping[Card, tuple[Seat, ...]]
    ) -> Iterator[_Asked]:
        """Cards that have just been placed, or ruled out for a seat."""
        for card, seats in self.holders.items():
            old = before.get(card, ())
            if card in deduction.state.located or old == seats or len(old) < 2:
                continue
            if len(seats) == 1:
                yield PuzzleQuestion("where", card=card), [Literal(card, seats[0], True)], True
                continue
            lacks = self._known_to_lack([card], old)
            yield PuzzleQuestion("can", card=card, seat=lacks[0].seat), lacks[:1], True
            if len(seats) <= len(deduction.record.seats) // 2:
                yield PuzzleQuestion("can", card=card, seat=seats[0]), lacks, False
                yield PuzzleQuestion("where", card=card), lacks, False
                yield PuzzleQuestion("who", card=card), lacks, len(seats) > _NEAR

    def _about_claims(self, deduction: Deduction) -> Iterator[_Asked]:
        """Half-suits that have just become provable, or nearly so."""
        claims, cards_of = deduction.claims(), deduction.record.deck.by_name
        none = not any(claim.holdings for claim in claims)
        near = [claim for claim in claims if self._is_near(claim, cards_of[claim.book].cards)]
        before, self.claimable = self.claimable, {claim.book: claim.verdict for claim in near}
        for claim in near:
            naming = claim.holdings
            wanted = (
                self._known_to_lack(cards_of[claim.book].cards, deduction.record.seats)
                if naming is None
                else Question(whole_claim(claim.book, naming), deduction.state).hidden
            )
            if before.get(claim.book) == claim.verdict or (naming and not wanted):
                continue
            yield PuzzleQuestion("claim", book=claim.book), wanted, naming is not None
            if deduction.viewer.seats and (naming is not None or none):
                yield PuzzleQuestion("claims"), wanted, naming is not None

    def _is_near(self, claim: ClaimVerdict, cards: Iterable[Card]) -> bool:
        """Whether a team has a half-suit; or may, and hardly a place of each card is open."""
        near = all(len(self.holders[card]) <= _NEAR for card in cards)
        return claim.verdict in ("proven", "owned") or (near and claim.verdict == "open")

    def _known_to_lack(self, cards: Iterable[Card], among: Sequence[Seat]) -> list[Literal]:
        """Which of some seats are known to lack some cards, of those whose places are uncertain."""
        unsure = ((card, self.holders[card]) for card in cards if len(self.holders[card]) > 1)
        return [
            Literal(card, seat, False) for card, may in unsure for seat in among if seat not in may
        ]

    def _about_asks(
        self, deduction: Deduction, before: Mapping[Card, tuple[Seat, ...]]
    ) -> Iterator[_Asked]:
        """The only ask that is sure, where it is new and for a card that nobody saw move; or none.

        Where none is, a card that may be asked for has just been nearly found.
        """
        if len(deduction.viewer.seats) != 1:
            return
        sure = {card: seat for seat, card in sure_asks(deduction)}
        new = [card for card in sure if card not in self.sure]
        self.sure = frozenset(sure)
        if len(sure) == 1 and new and new[0] not in deduction.state.located:
            yield PuzzleQuestion("asks"), [Literal(new[0], sure[new[0]], True)], True
        legal = (card for _, card in asks_from_chair(deduction) if not sure)
        near = (c for c in legal if len(self.holders[c]) == _NEAR < len(before.get(c, ())))
        if (card := next(near, None)) is not None:
            yield PuzzleQuestion("asks"), self._known_to_lack([card], before.get(card, ())), False


def _about_next_claim(deduction: Deduction) -> Iterator[_Asked]:
    """The claim that comes next, where it is the view's own: the puzzle ends with it."""
    claim = _next_claim(deduction)
    if claim is None or deduction.viewer.seats != (claim.claimant,):
        return
    is_open = deduction.state.books[claim.book].status == "open"
    asked = whole_claim(claim.book, claim.holdings)
    if is_open and (hidden := Question(asked, deduction.state).hidden):
        proven = dict(deduction.proven(claim.book, claim.claimant) or ())
        is_proven = proven == dict(claim.holdings)
        yield PuzzleQuestion("ruling", event=deduction.at + 1), hidden, is_proven


def _next_claim(deduction: Deduction) -> Claim | None:
    """The event that comes next, where it is a claim."""
    event = next(iter(deduction.record.events[deduction.at :]), None)
    return event if isinstance(event, Claim) else None


def _told(deduction: Deduction) -> set[Literal]:
    """What the view's own hand and single events say outright, and that a card has one place."""
    facts = (fact for fact in deduction.knowledge.facts if isinstance(fact, Clause))
    told = {fact.literals[0] for fact in facts if len(fact.literals) == 1}
    elsewhere = {
        Literal(card, other, False)
        for card, seat, holds in told
        for other in deduction.record.seats
        if holds and other != seat
    }
    return told | elsewhere


# -- what follows from each event ------------------------------------------------------------------


def followings(record: Record, view: View) -> Iterator[Puzzle]:
    """The events of a game from which the place of a card follows that is not simply told.

    Args:
        record: the game.
        view: whose eyes it is seen with.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    book_of = record.deck.book_of
    placed = (each for each in candidates(record, [view], first=1) if each.decided)
    asked = ((each.at, each.question.card) for each in placed if each.question.kind == "where")
    for at, book in dict.fromkeys((at, book_of[card or ""].name) for at, card in asked):
        yield pose(record, view, PuzzleQuestion("follows", book=book), at)


# -- a player's own mistakes ----------------------------------------------------------------------


def mistakes(record: Record, seat: ViewLike) -> tuple[Puzzle, ...]:
    """What a player could have known and did not use, in the order of the game.

    That is: claims that could have been proven and were not made, claims that were guesses or
    wrong for certain, and asks whose answer was known to be no.

    Args:
        record: the game.
        seat: the player.

    Raises:
        RecordError: where that is not one seat.
        MissingHandError: where the seat's dealt hand is not known.
        ContradictionError: where no deal fits the record.
        GapError: where a gap can be filled in several ways.
    """
    record = only_completion(record)
    view = view_of(record, seat)
    if len(view.seats) != 1:
        raise RecordError(f"mistakes are those of one seat, not of {view.name} (--as SEAT)")
    judged = audit(record, chances=False)
    titles = {(at, question): title for at, question, title in _mistakes(judged, view.seats[0])}
    in_order = sorted(titles.items(), key=lambda item: item[0][0])
    return tuple(pose(record, view, question, at, title) for (at, question), title in in_order)


def _mistakes(judged: Audit, seat: Seat) -> Iterator[tuple[int, PuzzleQuestion, str]]:
    """The moments of a seat's mistakes, each with the question to ask and a title.

    What had no alternative that is known to be better was no mistake.
    """
    for missed in certain(judged.missed):
        if missed.seat == seat:
            question = PuzzleQuestion("claim", book=missed.book)
            yield missed.start, question, f"A claim of {seat}’s that nobody made"
    for claim in judged.claims:
        if claim.claimant == seat and claim.verdict in ("guess", "refuted") and not claim.forced:
            question = PuzzleQuestion("claim", book=str(claim.book))
            yield claim.event - 1, question, f"Before {seat} claimed, event {claim.event}"
    for ask in certain(judged.asks):
        event = judged.record.events[ask.event - 1]
        dead = ask.asker == seat and ask.kind == "dead" and not ask.forced
        if dead and isinstance(event, Ask):
            question = PuzzleQuestion("can", card=event.card, seat=event.target)
            yield ask.event - 1, question, f"Before {seat} asked, event {ask.event}"
