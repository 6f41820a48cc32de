"""A referee: plays a record from a deal with real hands, straight from the rules' text.

It shares no code with ``tracker.game.replay``, ``state`` or ``legality``: it is what they are
tested against. Given the true deal it tells whose turn it is, who scored, how many cards everyone
holds; given *any* deal it tells whether the record could have come from it: ``accepted`` is what
``tracker.knowledge`` claims to know, by definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tracker.game.cards import Card
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    Holdings,
    Pass,
    Seat,
    Show,
)
from tracker.game.record import Record


class FoulError(Exception):
    """An event that is not true, or not allowed, with these hands."""


def accepted(record: Record, deal: Mapping[Card, Seat]) -> int:
    """How many of a record's events can have happened from a deal."""
    referee = Referee(record, deal)
    for number, event in enumerate(record.events):
        try:
            referee.play(event)
        except FoulError:
            return number
    return len(record.events)


@dataclass
class Duty:
    """Claims that must be made."""

    team: tuple[Seat, ...]
    books: list[str]
    chances: list[Seat]
    challenger: Seat | None


class Referee:
    """The table with the cards face up."""

    def __init__(self, record: Record, deal: Mapping[Card, Seat]) -> None:
        table = record.table
        self.rules = record.rules
        self.seats = table.seats
        self.teams = table.teams
        self.cards_of = {book.name: book.cards for book in record.deck.books}
        self.book_of = {card: book.name for book in record.deck.books for card in book.cards}
        self.hands: dict[Seat, set[Card]] = {seat: set() for seat in self.seats}
        for card, seat in deal.items():
            self.hands[seat].add(card)
        self.settled: dict[str, tuple[Seat, ...] | None] = dict(table.settled)
        self.score = dict.fromkeys(self.teams, 0)
        for book, team in self.settled.items():
            self._give_points(team, self._points(book))
        self.seen: dict[Card, Seat] = {}
        self.unsure: set[Seat] = set()
        """Whose hands have a size that the table cannot tell."""
        self.turn = self.seats if table.first_turn is None else (table.first_turn,)
        self.duty: Duty | None = None
        self.open_ask: Ask | None = None
        """The last event, where the next one tells whether the asker held the card."""
        self._begin_last_claims()

    # -- what can be told ---------------------------------------------------------------------

    def mates(self, seat: Seat) -> tuple[Seat, ...]:
        return self.teams[0] if seat in self.teams[0] else self.teams[1]

    def rivals(self, seat: Seat) -> tuple[Seat, ...]:
        return self.teams[1] if seat in self.teams[0] else self.teams[0]

    def open_books(self) -> list[str]:
        return [book for book in self.cards_of if book not in self.settled]

    def visibly_out(self, seat: Seat) -> bool:
        return not self.hands[seat] and seat not in self.unsure

    def size(self, seat: Seat) -> int | None:
        """The size of a hand, as far as everyone can tell."""
        return None if seat in self.unsure else len(self.hands[seat])

    def not_out(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        return tuple(seat for seat in seats if not self.visibly_out(seat))

    def next_ones(self) -> tuple[Seat, ...]:
        """Who may act: who has the turn, or gets it because those who have it are out."""
        able = self.not_out(self.turn)
        if able:
            return able
        seat = self.turn[0]
        return self.turn + (self.not_out(self.mates(seat)) or self.not_out(self.rivals(seat)))

    def owner_is(self, card: Card, seat: Seat) -> bool:
        return card in self.hands[seat]

    def true(self, holdings: Holdings | None) -> bool:
        return all(card in self.hands[seat] for card, seat in holdings or ())

    # -- events -------------------------------------------------------------------------------

    def play(self, event: Event) -> None:
        """Let an event happen.

        Raises:
            FoulError: where these hands make it a lie or an offence.
        """
        self._check_gift(event)
        match event:
            case Ask():
                self._ask(event)
            case Claim():
                self._claim(event)
            case Pass():
                self._pass(event)
            case HandSize():
                _insist(len(self.hands[event.seat]) == event.size, "that is not the hand's size")
                self.unsure.discard(event.seat)
            case Show():
                _insist(set(event.cards) <= self.hands[event.seat], "shows what it has not")
                self.seen.update(dict.fromkeys(event.cards, event.seat))
            case Give():
                _insist(event.card in self.hands[event.giver], "gives what it has not")
                self._hand_over(event.card, event.giver, event.receiver)
            case Award():
                self._award(event)
            case Challenge():
                self._challenge(event)
            case Decline():
                self._decline(event)
        self._count_hands()
        self._begin_last_claims()

    def _hand_over(self, card: Card, giver: Seat, receiver: Seat) -> None:
        self.hands[giver].remove(card)
        self.hands[receiver].add(card)
        self.seen[card] = receiver

    def _count_hands(self) -> None:
        """Where one size alone is in doubt, the others tell it; no cards, no doubt."""
        if len(self.unsure) == 1 or not self.open_books():
            self.unsure.clear()

    # -- asks ---------------------------------------------------------------------------------

    def _check_gift(self, event: Event) -> None:
        """Who was refused a card and holds it has to give it up at once (rulings, 7)."""
        ask, self.open_ask = self.open_ask, None
        if ask is not None and event != Give(ask.asker, ask.target, ask.card):
            _insist(ask.card not in self.hands[ask.asker], "keeps an own card asked for")

    def _ask(self, ask: Ask) -> None:
        giver = ask.asker if ask.answer == "surrender" else ask.target
        _insist(self.owner_is(ask.card, giver) == (ask.answer != "no"), "a false answer")
        if not ask.irregular:
            self._check_ask(ask)
        if ask.answer == "yes":
            self._hand_over(ask.card, ask.target, ask.asker)
        elif ask.answer == "surrender":
            self._hand_over(ask.card, ask.asker, ask.target)
        self.turn = (ask.asker,) if ask.answer == "yes" else (ask.target,)

    def _check_ask(self, ask: Ask) -> None:
        book = self.book_of[ask.card]
        hand = self.hands[ask.asker]
        _insist(self.duty is None, "a team has to claim first")
        _insist(ask.asker in self.next_ones(), "not the asker's turn")
        _insist(ask.target in self.rivals(ask.asker), "not an opponent")
        _insist(bool(self.hands[ask.target]), "asks a player without cards")
        _insist(book not in self.settled, "a card out of play")
        _insist(not hand.isdisjoint(self.cards_of[book]), "holds none of the half-suit")
        if self.rules.own_card_asks == "forbidden":
            _insist(ask.card not in hand, "asks for an own card")
        if self.rules.own_card_asks == "surrender" and ask.answer == "no":
            self.open_ask = ask
        if self.rules.must_claim == "yes":
            whole = [name for name in self.open_books() if hand.issuperset(self.cards_of[name])]
            _insist(not whole, "must claim first")

    # -- claims -------------------------------------------------------------------------------

    def _claim(self, claim: Claim) -> None:
        duty = self.duty
        team = self.mates(claim.claimant)
        if duty is not None and not duty.chances and claim.claimant == duty.challenger:
            team = duty.team
        has_all = all(any(card in self.hands[s] for s in team) for card, _ in claim.holdings)
        exact = self.true(claim.holdings)
        _insist(self.true(claim.shown), "shows what is not so")
        _insist(has_all == (claim.outcome != "opponents"), "a false outcome")
        _insist(claim.outcome != "correct" or exact, "the naming was wrong")
        _insist(claim.outcome != "split" or not exact, "the naming was right")
        if not claim.irregular:
            self._check_claim(claim)
        took_turn = self._takes_turn(claim)
        self._score_claim(claim, team)
        self._turn_after(claim, (claim.claimant,) if took_turn else self.turn)
        if duty is not None:
            self._duty_done(duty)

    def _check_claim(self, claim: Claim) -> None:
        _insist(claim.book not in self.settled, "the half-suit is settled")
        if self.duty is not None:
            self._check_duty(claim.claimant)
            _insist(claim.book in self.duty.books, "must claim another half-suit")
        elif self.rules.claims == "own-turn" and claim.claimant not in self.next_ones():
            ended = not any(self.hands[seat] for seat in self.rivals(claim.claimant))
            free = ended and self.rules.endgame == "any-player"
            _insist(free or claim.outcome in ("cancelled", "opponents"), "a claim out of turn")

    def _takes_turn(self, claim: Claim) -> bool:
        """At one's own turn only: so the claimant is the one whose turn it was."""
        at_turn = self.rules.claims == "own-turn" and self.duty is None
        return at_turn and claim.outcome != "cancelled" and claim.claimant in self.next_ones()

    def _score_claim(self, claim: Claim, team: tuple[Seat, ...]) -> None:
        mine, theirs = self.mates(claim.claimant), self.rivals(claim.claimant)
        told = claim.outcome == "correct" or claim.shown is not None
        holders = team if claim.outcome in ("split", "cancelled") else self.seats
        rules = self.rules
        if claim.outcome == "correct":
            self._close(claim.book, mine, told, holders)
        elif claim.outcome == "cancelled":
            self._close(claim.book, None, told, holders)
        elif team == theirs:
            self._close(claim.book, theirs, told, holders)
        elif claim.outcome == "split" and rules.wrong_split != "stays":
            winner = theirs if rules.wrong_split == "opponents" else None
            self._close(claim.book, winner, told, holders)
        elif claim.outcome == "opponents" and rules.opponent_holds == "opponents":
            self._close(claim.book, theirs, told, holders)
        else:
            self._stays(claim, mine)

    def _stays(self, claim: Claim, mine: tuple[Seat, ...]) -> None:
        if claim.outcome == "opponents":
            self._give_points(mine, -1)
        self.seen.update(dict(claim.shown or ()))

    def _turn_after(self, claim: Claim, unchanged: tuple[Seat, ...]) -> None:
        rule = self.rules.turn_after_claim
        chosen: tuple[Seat, ...] = ()
        if claim.outcome != "correct":
            if self.rules.turn_after_wrong_claim == "opponents":
                chosen = self.not_out(self.rivals(claim.claimant))
        elif rule == "claimant":
            chosen = (claim.claimant,)
        elif rule == "team-chooses":
            chosen = self.not_out(self.mates(claim.claimant))
        self.turn = chosen or unchanged

    def _points(self, book: str) -> int:
        return 2 if self.rules.high_points == "2" and book.startswith("high ") else 1

    def _give_points(self, team: tuple[Seat, ...] | None, points: int) -> None:
        if team is not None:
            self.score[team] += points

    def _close(
        self, book: str, winner: tuple[Seat, ...] | None, told: bool, holders: tuple[Seat, ...]
    ) -> None:
        """A half-suit leaves play; unless told, hands it may have come from are in doubt."""
        cards = set(self.cards_of[book])
        unseen = cards - set(self.seen)
        for seat in self.seats:
            without_seen = len(self.hands[seat] - (cards - unseen))
            sure_of_nothing = seat not in self.unsure and without_seen == 0
            if not told and unseen and seat in holders and not sure_of_nothing:
                self.unsure.add(seat)
            self.hands[seat] -= cards
        for card in cards:
            self.seen.pop(card, None)
        self.settled[book] = winner
        self._give_points(winner, self._points(book))

    def _award(self, award: Award) -> None:
        _insist(self.true(award.shown), "shows what is not so")
        _insist(award.book not in self.settled, "the half-suit is settled")
        winner = None if award.seat is None else self.mates(award.seat)
        self._close(award.book, winner, award.shown is not None, self.seats)
        if self.duty is not None:
            self.duty.books = [book for book in self.duty.books if book not in self.settled]
            self.duty = self.duty if self.duty.books else None

    # -- passes -------------------------------------------------------------------------------

    def _pass(self, event: Pass) -> None:
        if not event.irregular:
            _insist(self.duty is None, "a team has to claim first")
            _insist(bool(self.hands[event.receiver]), "the turn goes to a player without cards")
            if len(self.turn) == 1 or event.receiver not in self.turn:
                self._check_is_out(event)
        self.turn = (event.receiver,)

    def _check_is_out(self, event: Pass) -> None:
        may_pass = (*self.turn, *self.next_ones())
        _insist(event.passer in may_pass, "not the passer's turn")
        team = self.mates(event.passer)
        out = (event.passer,) if event.receiver in team else team
        _insist(not any(self.hands[seat] for seat in out), "still has cards")

    # -- challenges and forced claims -----------------------------------------------------------

    def _challenge(self, event: Challenge) -> None:
        _insist(self.rules.challenge == "yes" and self.duty is None, "no challenge now")
        team = self.rivals(event.challenger)
        around = [seat for seat in self._clockwise(event.challenger) if seat in team]
        self.duty = Duty(team, [event.book], around + around, event.challenger)

    def _clockwise(self, first: Seat) -> tuple[Seat, ...]:
        start = self.seats.index(first)
        return self.seats[start:] + self.seats[:start]

    def _begin_last_claims(self) -> None:
        out = [team for team in self.teams if all(self.visibly_out(seat) for seat in team)]
        if self.rules.forced_claims == "no" or self.duty is not None or len(out) != 1:
            return
        books = self.open_books()
        around = [seat for seat in self._clockwise(self.turn[0]) if seat not in out[0]]
        team = self.mates(around[0])
        self.duty = Duty(team, books, around * 2 * len(books), None)

    def _check_duty(self, seat: Seat) -> None:
        _insist(self.duty is not None, "nothing has to be claimed")
        assert self.duty is not None
        expected = self.duty.chances[0] if self.duty.chances else self.duty.challenger
        _insist(seat == expected, "it is for another to claim")

    def _decline(self, event: Decline) -> None:
        self._check_duty(event.seat)
        assert self.duty is not None
        _insist(bool(self.duty.chances), "the challenger has to name the cards")
        if self.duty.challenger is not None:
            self.duty.chances.pop(0)
        else:
            self._duty_done(self.duty)

    def _duty_done(self, duty: Duty) -> None:
        """A challenge ends with a claim; the last claims when chances or half-suits run out."""
        if duty.challenger is not None or not self.open_books():
            self.duty = None
            return
        duty.chances.pop(0)
        if not duty.chances:
            self.duty = None
            for book in self.open_books():
                self._close(book, self.rivals(duty.team[0]), False, duty.team)


def _insist(condition: bool, offence: str) -> None:
    if not condition:
        raise FoulError(offence)
