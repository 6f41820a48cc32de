"""A referee: plays a record from a deal with real hands, straight from the rules' text.

It shares no code with ``tracker.game.transition``, ``turns`` or ``legality``: it is what they are
tested against. Given the true deal it tells whose turn it is, who scored, how many cards everyone
holds; given *any* deal it tells whether the record could have come from it: ``accepted`` is what
``tracker.knowledge`` claims to know, by definition.

A record may leave out a pass, or who was chosen to go on, and after claims that show nothing the
table does not know who has cards. So the referee keeps every situation that the table can think it
is in, and an event is allowed if one of them allows it. Why a turn came to somebody says nothing of
the hands (rulings, 1); what an event says of them outright must be true: ``_says_who_has_cards``.

Where the rules' text is silent, the referee does what people at a table would:

* who has the turn and no cards may still claim before passing it on, and may themselves begin a
  forced end;
* where a header does not say whose turn it is, anybody with cards may have been chosen, and
  anybody may say who;
* a claim with the outcome ``opponents`` by somebody who could have had the turn may as well have
  been one out of turn;
* where nobody on record asked a player for cards, any opponent may have done so last;
* cards given away or awarded by the table once a forced end has come leave its order as it was, and
  it is too late then to say who begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import cycle, islice

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
    OtherTeamClaim,
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


@dataclass(frozen=True)
class Duty:
    """Claims that must be made."""

    team: tuple[Seat, ...]
    books: tuple[str, ...]
    chances: tuple[Seat, ...]
    challenger: Seat | None
    openers: frozenset[Seat] = frozenset()
    """Who can still say in a pass who begins."""


@dataclass(frozen=True)
class Spot:
    """What the table can be in: somebody's turn, or a choice of who goes on; claims to be made."""

    holder: Seat | None
    """Whose turn it is, with cards or without."""
    choice: tuple[Seat, ...] = ()
    """Without a holder: one of these is to go on."""
    speakers: frozenset[Seat] = frozenset()
    """Who can say which of them."""
    duty: Duty | None = None
    over: bool = False


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
        self.score: dict[tuple[str, ...], int] = dict.fromkeys(self.teams, 0)
        for book, team in self.settled.items():
            self._give_points(team, self._points(book))
        self.seen: dict[Card, Seat] = {}
        self.unsure: set[Seat] = set()
        """Whose hands have a size that the table cannot tell."""
        self.in_section = False
        """Whether a stretch is missing: then nobody can tell how many cards a seat began with."""
        self.unseen = 0
        """How many cards have left play unseen; ``lost``: how many of them each seat had."""
        self.lost = dict.fromkeys(self.seats, 0)
        self.heard_to_hold: set[Seat] = set()
        """Who was said to have a card, by being asked or by getting the turn, and has it still."""
        self.last_asker: dict[Seat, Seat] = {}
        anybody = Spot(None, self.seats, frozenset(self.seats))
        self.spots = {anybody if table.first_turn is None else Spot(table.first_turn)}
        self.open_ask: Ask | None = None
        """The last event, where the next one tells whether the asker held the card."""
        self._begin_last_claims()

    def copy(self) -> Referee:
        """A table that can be played on without touching this one."""
        new: Referee = object.__new__(Referee)
        vars(new).update(
            {
                key: value.copy() if isinstance(value, dict | set | list) else value
                for key, value in vars(self).items()
            }
        )
        new.hands = {seat: set(cards) for seat, cards in self.hands.items()}
        return new

    def begin_section(self, hands: Mapping[Card, Seat]) -> None:
        """Let a new section of the game begin, with the cards in play where they are now."""
        for held in self.hands.values():
            held.clear()
        for card, seat in hands.items():
            self.hands[seat].add(card)
        self.seen, self.last_asker, self.open_ask = {}, {}, None
        self.in_section = True
        self.unsure, self.heard_to_hold = set(self.seats), set()
        self.spots = self.spots | {Spot(seat) for seat in self.seats}
        if self.rules.turn_after_claim == "team-chooses" or (
            self.rules.turn_after_wrong_claim == "opponents"
        ):
            self.spots |= {Spot(None, team, frozenset(self.seats)) for team in self.teams}
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

    def able(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        return tuple(seat for seat in seats if self.hands[seat])

    def may_all_be_out(self, seats: Iterable[Seat]) -> bool:
        """Whether some hands may all be empty, as far as everyone can tell."""
        seats = tuple(seats)
        if any(self.size(seat) for seat in seats):
            return False
        if self.unsure & {*seats} & {*self.heard_to_hold, *self.seen.values()}:
            return False
        total = sum(len(self.hands[seat]) + self.lost[seat] for seat in seats)
        if not self.in_section and total > self.unseen:
            return False
        known = sum(self.size(seat) or 0 for seat in self.seats)
        in_play = sum(len(self.cards_of[book]) for book in self.open_books())
        return known == in_play or not self.unsure <= set(seats)

    @property
    def may_be_over(self) -> bool:
        """Whether the last chance of forced claims may be used: the others have the rest then."""
        return any(spot.over for spot in self.spots)

    @property
    def turn(self) -> set[Seat]:
        """Who has the turn, as far as the record tells."""
        found: set[Seat] = set()
        for spot in self.spots:
            others = [seat for seat in self.seats if seat not in spot.choice]
            able = self.able(spot.choice) or self.able(others) or spot.choice
            found |= set(able) if spot.holder is None else {spot.holder}
        return found

    @property
    def duty(self) -> Duty | None:
        """The claims that must be made, in one of the orders they can come in."""
        duties = [spot.duty for spot in self.spots]
        return None if None in duties else duties[0]

    def filled(self, spot: Spot) -> Iterator[Spot]:
        """The spot itself, and those it becomes by a pass or a choice left out."""
        if spot.holder is not None:
            yield spot
        for seat in self.successors(spot):
            yield Spot(seat, duty=spot.duty)

    def successors(self, spot: Spot) -> tuple[Seat, ...]:
        """Who can be said to go on instead of whoever is to."""
        team = spot.choice
        if spot.holder is not None:
            if not self.may_all_be_out([spot.holder]):
                return ()
            team = self.mates(spot.holder)
        others = [seat for seat in self.seats if seat not in team and self.may_all_be_out(team)]
        return tuple(seat for seat in self.not_out((*team, *others)) if seat != spot.holder)

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
        if isinstance(event, HandSize):
            self._check_size(event)
        ended = not self.open_books() and not isinstance(event, HandSize)
        _insist(event.irregular or not ended, "the game is over")
        free = event.irregular or isinstance(event, HandSize)
        spots = {spot for spot in self.spots if free or not spot.over}
        if event.irregular:
            stood = {self._let_stand(spot, event) for spot in spots}
            spots = {after for spot in stood for after in self._disordered(spot, event)}
        else:
            ways = {spot: set(self._allowed(spot, event)) for spot in spots}
            self._says_who_has_cards([spot for spot, after in ways.items() if after], event)
            spots = set().union(*ways.values())
        if isinstance(event, HandSize) and event.size:  # so there were chances left
            spots = {spot for spot in spots if not spot.over} or spots
            spots = {spot for spot in spots if not self._gave_up_beginning(spot, event)} or spots
        _insist(bool(spots), "nobody can have done that now")
        match event:
            case Ask():
                self._ask(event)
            case Claim():
                self._claim(event)
            case HandSize():
                self.unsure.discard(event.seat)
            case Show():
                _insist(set(event.cards) <= self.hands[event.seat], "shows what it has not")
                self.seen.update(dict.fromkeys(event.cards, event.seat))
            case Give():
                _insist(event.card in self.hands[event.giver], "gives what it has not")
                self._hand_over(event.card, event.giver, event.receiver)
            case Award():
                self._award(event)
        self.spots = spots
        if not event.irregular:
            self._hear(event)
        self._count_hands()
        self.spots = {spot for spot in spots if not self._chose_in_vain(spot)} or spots
        self._begin_last_claims()

    def _hear(self, event: Event) -> None:
        """Everybody hears who has a card."""
        if isinstance(event, Ask) and event.answer == "no":
            self.heard_to_hold.add(event.target)
        if isinstance(event, Pass):
            self.heard_to_hold.add(event.receiver)

    def known_score(self) -> list[int | None]:
        """The points of each team; None where it has more if the last chance was used."""
        ended = {spot.duty.team for spot in self.spots if spot.over and spot.duty is not None}
        gains = {self.rivals(team[0]) for team in ended}
        return [None if team in gains else points for team, points in self.score.items()]

    def _says_who_has_cards(self, spots: list[Spot], event: Event) -> None:
        """What an event says outright of who has cards and who has none must be true."""
        match event:
            case Pass():
                _insist(bool(self.hands[event.receiver]), "passes to a player without cards")
                if all(spot.holder == event.passer for spot in spots):
                    _insist(not self.hands[event.passer], "passes and has cards")
            case Claim(claimant=seat) | Decline(seat=seat):
                if spots and all(self._is_end(spot, event) for spot in spots):
                    _insist(not self.able(self.rivals(seat)), "the other team has cards")

    def _is_end(self, spot: Spot, event: Claim | Decline) -> bool:
        """Whether an event takes that one team is out of cards."""
        if spot.duty is not None:
            return spot.duty.challenger is None
        if isinstance(event, Decline) or self.rules.claims == "any-time":
            return False
        whole_team = self.rules.claims == "team-turn"
        turns = self.mates(event.claimant) if whole_team else (event.claimant,)
        in_turn = any(one.holder in turns for one in self.filled(spot))
        return not in_turn and event.outcome not in ("cancelled", "opponents")

    def _check_size(self, event: HandSize) -> None:
        _insist(len(self.hands[event.seat]) == event.size, "not the hand's size")
        asked = self.rules.hand_sizes == "public" or event.size == 0
        told = self.rules.announce_last == "yes" and event.size == 1
        _insist(asked or told or event.irregular, "need not be said")

    # -- whose turn, and what comes next -------------------------------------------------------

    def _allowed(self, spot: Spot, event: Event) -> Iterator[Spot]:
        """The spots after an event that keeps to the rules."""
        duty = spot.duty
        match event:
            case Ask() if duty is None:
                if event.asker in {one.holder for one in self.filled(spot)}:
                    yield self._let_stand(spot, event)
            case Pass():
                yield from self._passed(spot, event)
            case Claim() if duty is None:
                for turn in self._claim_spots(spot, event):
                    yield self._let_stand(turn, event)
            case Claim() if duty is not None and event.book in duty.books:
                stands = event.outcome != "cancelled" or duty.challenger is not None
                own = not duty.chances or self._named(event) == self.mates(event.claimant)
                in_turn = duty.chances[0] if duty.chances else duty.challenger
                if event.claimant == in_turn and stands and own:
                    yield self._let_stand(spot, event)
            case Challenge() if self.rules.challenge == "yes" and duty is None:
                _insist(event.book not in self.settled, "the half-suit is settled")
                yield self._let_stand(spot, event)
            case Decline() if duty is not None and duty.chances[:1] == (event.seat,):
                yield self._let_stand(spot, event)
            case Show() | HandSize() | Give() | Award():
                yield self._let_stand(spot, event)

    def _passed(self, spot: Spot, event: Pass) -> Iterator[Spot]:
        duty = spot.duty
        if duty is not None:
            is_end = self.may_all_be_out(self.rivals(duty.team[0]))
            can_begin = is_end and event.receiver in self.not_out(duty.team)
            if event.passer in duty.openers and can_begin:
                yield Spot(event.receiver, duty=self._duty_of(duty.team, event.receiver))
            return
        speakers = spot.speakers
        if spot.holder is not None:
            speakers = self._passers(spot.holder)
        if event.passer in speakers and event.receiver in self.successors(spot):
            yield Spot(event.receiver)

    def _passers(self, seat: Seat) -> frozenset[Seat]:
        """Who can say who goes on for a player without cards."""
        if self.rules.out_of_cards == "player-chooses":
            return frozenset((seat,))
        last = self.last_asker.get(seat)
        return frozenset((seat, *(self.rivals(seat) if last is None else (last,))))

    def _claim_spots(self, spot: Spot, claim: Claim) -> Iterator[Spot]:
        """Whose turn it can have been when a claim was made that need not be made."""
        if self.rules.claims == "any-time":
            yield spot
            return
        whole_team = self.rules.claims == "team-turn"
        turns = self.mates(claim.claimant) if whole_team else (claim.claimant,)
        yield from (one for one in self.filled(spot) if one.holder in turns)
        ended = self.may_all_be_out(self.rivals(claim.claimant))
        free = ended and self.rules.endgame == "any-player"
        if free or claim.outcome in ("cancelled", "opponents"):
            yield spot

    def _let_stand(self, spot: Spot, event: Event) -> Spot:
        """The spot after an event, allowed or not."""
        duty = spot.duty
        match event:
            case Ask():
                holder = event.asker if event.answer == "yes" else event.target
                return Spot(holder, duty=duty)
            case Pass():
                return Spot(event.receiver, duty=duty)
            case Claim():
                return self._after_claim(spot, event)
            case Challenge():
                team = self.rivals(event.challenger)
                around = tuple(s for s in self._clockwise(event.challenger) if s in team)
                new = Duty(team, (event.book,), around + around, event.challenger)
                return replace(spot, duty=new)
            case Decline() if duty is not None:
                return self._chance_used(spot, duty)
            case Award() if duty is not None:
                books = tuple(book for book in duty.books if book != event.book)
                less = replace(duty, books=books, openers=frozenset())
                return replace(spot, duty=less if books else None)
            case Give() if duty is not None:
                return replace(spot, duty=replace(duty, openers=frozenset()))
            case _:
                return spot

    def _disordered(self, spot: Spot, event: Event) -> Iterator[Spot]:
        """After an irregular ask or pass in a forced end anyone of the team goes on (ruling 9)."""
        duty = spot.duty
        if duty is None or duty.challenger is not None or not isinstance(event, Ask | Pass):
            yield spot
            return
        for seat in duty.team:
            around = cycle(one for one in self._clockwise(seat) if one in duty.team)
            order = tuple(islice(around, len(duty.chances)))
            yield replace(spot, duty=replace(duty, chances=order, openers=frozenset()))

    def _after_claim(self, spot: Spot, claim: Claim) -> Spot:
        wrong = claim.outcome != "correct"
        rule = self.rules.turn_after_claim
        mine, theirs = self.mates(claim.claimant), self.rivals(claim.claimant)
        had = (spot.holder,) if spot.holder is not None else spot.choice
        if wrong and self.rules.turn_after_wrong_claim == "opponents":
            speakers = frozenset((*theirs, claim.claimant, *had))
            spot = Spot(None, theirs, speakers, spot.duty)
        elif not wrong and rule == "claimant":
            spot = Spot(claim.claimant, duty=spot.duty)
        elif not wrong and rule == "team-chooses":
            spot = Spot(None, mine, frozenset((*mine, *had)), spot.duty)
        duty = spot.duty
        if duty is None or claim.book not in duty.books:
            return spot
        if duty.challenger is not None:
            return replace(spot, duty=None)
        return self._chance_used(spot, duty)

    def _chance_used(self, spot: Spot, duty: Duty) -> Spot:
        chances = duty.chances[1:]
        over = not chances and duty.challenger is None
        used = replace(duty, chances=chances, openers=frozenset())
        return replace(spot, duty=used, over=over)

    def _begin_last_claims(self) -> None:
        """Where one team is out, the other must claim what is left; the last chance ends it."""
        if not self.open_books():
            self.spots = {replace(spot, duty=None) for spot in self.spots}
            return
        if self.rules.forced_claims == "yes":
            self.spots = {after for spot in self.spots for after in self._perhaps_begun(spot)}
        if all(spot.over for spot in self.spots):
            for spot in list(self.spots)[:1]:
                assert spot.duty is not None
                for book in self.open_books():
                    self._close(book, self.rivals(spot.duty.team[0]), False, spot.duty.team)
            self.spots = {replace(spot, duty=None) for spot in self.spots}
            self._count_hands()

    def _perhaps_begun(self, spot: Spot) -> Iterator[Spot]:
        """The spot, and those it is where a team is out, as far as the table can tell."""
        out = [team for team in self.teams if not self.not_out(team)]
        if spot.duty is not None or len(out) != 1:
            yield spot
        if spot.duty is None and len(out) < 2:
            for team in self.teams:
                if self.may_all_be_out(self.rivals(team[0])) and self.not_out(team):
                    yield from self._begun(spot, team)

    def _begun(self, spot: Spot, team: tuple[Seat, ...]) -> Iterator[Spot]:
        openers, beginners = spot.speakers, self.not_out(team)
        if spot.holder is not None:
            if self.may_all_be_out([spot.holder]):
                openers = self._passers(spot.holder)
            if spot.holder in team:
                beginners = tuple(dict.fromkeys((spot.holder, *self.successors(spot))))
                beginners = tuple(seat for seat in beginners if seat in team)
        elif spot.choice == team:
            beginners = tuple(
                seat
                for i, seat in enumerate(team)
                if seat in beginners and self.may_all_be_out(team[:i])
            )
        for seat in beginners:
            yield replace(spot, duty=replace(self._duty_of(team, seat), openers=openers))

    def _gave_up_beginning(self, spot: Spot, event: HandSize) -> bool:
        """Whether somebody with cards let a teammate begin the last claims, in their own turn."""
        first = self._beginner(spot)
        return first is not None and spot.holder == event.seat != first

    def _chose_in_vain(self, spot: Spot) -> bool:
        """Whether somebody who all see is without cards was chosen to begin the last claims."""
        first = self._beginner(spot)
        return first is not None and self.visibly_out(first) and first != spot.holder

    def _beginner(self, spot: Spot) -> Seat | None:
        """Who is to begin the last claims, where nobody has begun yet."""
        duty = spot.duty
        if duty is None or duty.challenger is not None or not duty.chances:
            return None
        first = duty.chances[0]
        return first if duty.chances == self._duty_of(duty.team, first).chances else None

    def _duty_of(self, team: tuple[Seat, ...], first: Seat) -> Duty:
        books = tuple(self.open_books())
        around = tuple(seat for seat in self._clockwise(first) if seat in team)
        return Duty(team, books, around * 2 * len(books), None)

    def _clockwise(self, first: Seat) -> tuple[Seat, ...]:
        start = self.seats.index(first)
        return self.seats[start:] + self.seats[:start]

    def _hand_over(self, card: Card, giver: Seat, receiver: Seat) -> None:
        self.hands[giver].remove(card)
        self.heard_to_hold.discard(giver)
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
        if ask is None or replace(event, irregular=False) == Give(ask.asker, ask.target, ask.card):
            return
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
        if ask.target in self.rivals(ask.asker):
            self.last_asker[ask.target] = ask.asker

    def _check_ask(self, ask: Ask) -> None:
        book = self.book_of[ask.card]
        hand = self.hands[ask.asker]
        _insist(ask.target in self.rivals(ask.asker), "not an opponent")
        _insist(bool(self.hands[ask.target]), "asks a player without cards")
        _insist(book not in self.settled, "a card out of play")
        _insist(not hand.isdisjoint(self.cards_of[book]), "holds none of the half-suit")
        surrenders = self.rules.own_card_asks == "surrender"
        _insist(surrenders or ask.answer != "surrender", "no card is surrendered under these rules")
        if self.rules.own_card_asks == "forbidden":
            _insist(ask.card not in hand, "asks for an own card")
        if surrenders and ask.answer == "no":
            self.open_ask = ask
        if self.rules.must_claim == "yes":
            whole = [name for name in self.open_books() if hand.issuperset(self.cards_of[name])]
            _insist(not whole, "must claim first")

    # -- claims -------------------------------------------------------------------------------

    def _claim(self, claim: Claim) -> None:
        if claim.irregular and claim.book in self.settled:
            return  # like an ask for a card out of play, it says nothing of any hand
        team = self._named(claim)
        if self._answers_challenge(claim, self.duty):
            team = self.rivals(claim.claimant)
        cards = self.cards_of[claim.book]
        has_all = all(any(card in self.hands[s] for s in team) for card in cards)
        exact = self.true(claim.holdings) and (has_all or bool(claim.holdings))
        _insist(self.true(claim.shown), "shows what is not so")
        if claim.outcome == "correct":  # an irregular claim may name outsiders, and be right
            _insist(exact, "the naming was wrong")
        else:
            _insist(has_all == (claim.outcome != "opponents"), "a false outcome")
        _insist(claim.outcome != "split" or not exact, "the naming was right")
        if not claim.irregular:
            _insist(claim.book not in self.settled, "the half-suit is settled")
            _insist(all(seat in team for _, seat in claim.holdings), "names an outsider")
            secret = self.rules.reveal == "nothing"
            _insist(claim.shown is None or not secret, "shows what nobody shows")
        self._score_claim(claim, team)

    def _answers_challenge(self, claim: Claim, duty: Duty | None) -> bool:
        """Whether the challenger names the half-suit that the other team declined to claim."""
        if duty is None or duty.chances or claim.book not in duty.books:
            return False
        return claim.claimant == duty.challenger

    def _named(self, claim: Claim) -> tuple[Seat, ...]:
        """The team that is said to hold the cards, where nobody has declined a challenge."""
        mine, theirs = self.mates(claim.claimant), self.rivals(claim.claimant)
        free = self.rules.claim_other_team == "yes"
        named = {seat for _, seat in claim.holdings} or {*mine}
        is_theirs = isinstance(claim, OtherTeamClaim) or named <= set(theirs)
        return theirs if free and is_theirs else mine

    def _score_claim(self, claim: Claim, team: tuple[Seat, ...]) -> None:
        mine, theirs = self.mates(claim.claimant), self.rivals(claim.claimant)
        told = bool(claim.outcome == "correct" and claim.holdings) or claim.shown is not None
        is_teams = claim.outcome in ("split", "cancelled") or not claim.holdings
        holders = team if is_teams else self.seats
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
            if self.hands[seat] & cards or (not told and unseen and seat in holders):
                self.heard_to_hold.discard(seat)
            self.lost[seat] += 0 if told else len(self.hands[seat] & unseen)
            self.hands[seat] -= cards
        self.unseen += 0 if told else len(unseen)
        for card in cards:
            self.seen.pop(card, None)
        self.settled[book] = winner
        self._give_points(winner, self._points(book))

    def _award(self, award: Award) -> None:
        _insist(self.true(award.shown), "shows what is not so")
        _insist(award.book not in self.settled, "the half-suit is settled")
        winner = None if award.seat is None else self.mates(award.seat)
        self._close(award.book, winner, award.shown is not None, self.seats)


def _insist(condition: bool, offence: str) -> None:
    if not condition:
        raise FoulError(offence)
