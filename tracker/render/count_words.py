"""Steps that count in plain English: each number with its reason, and the sums made.

Example: "Dora holds 8 cards, 4 of them known to everyone: 5D 4S 6S 7S. That leaves 8 − 4 = 4
others. Among these is at most one of the low diamonds (step 1). 4 − 1 = 3, and only the low spades
are left for these 3, so Dora holds all 3 of 2S 3S 5S."
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from tracker.explain.explanation import HowMany
from tracker.explain.steps.half_suit_bounds import Source
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, EventCause, HandCause, Literal, OwnCause, SizeCause
from tracker.render.clause_words import ClauseWords
from tracker.render.fact_words import amount
from tracker.render.phrases import by_number, listed, neither, none_of

_BY_STEPS: Final = -2
_HERE: Final = -1
MOST_WORDS: Final = 36
"""The shares of earlier steps in one sentence have no more words."""


def of_them(takers: Mapping[str, int]) -> str:
    """``Ann and Bob have one of them each``; ``Ann has 2 of them, and Bob has one of them``.

    Args:
        takers: how many of some cards each of some players has, by name.
    """
    by_number: dict[int, list[str]] = {}
    for name, number in takers.items():
        by_number.setdefault(number, []).append(name)
    parts = []
    for number, names in by_number.items():
        have = "has" if len(names) == 1 and names != ["you"] else "have"
        each = " each" * (len(names) > 1)
        parts.append(f"{listed(names)} {have} {'one' if number == 1 else number} of them{each}")
    return ", and ".join(parts)


class CountWords(ClauseWords):
    """Says the steps that count hands and half-suits."""

    def _in_numbers(self) -> Iterator[str]:
        """A step that counts, by its rule."""
        rules = {
            "sum": self._sum,
            "bound": self._bounded,
            "added": self._added,
            "counting": self._counting,
            "within": self._within,
        }
        return rules[self._step.rule]()

    # -- sum, added, counting ---------------------------------------------------------------------

    def _sum(self) -> Iterator[str]:
        """How many cards several hands hold together."""
        dealt = [cause for cause in self._step.because if isinstance(cause, SizeCause)]
        yield from self._shown(dealt)
        yield from self._shown({*self._step.because, *self._step.uses} - {*dealt})
        (bound,) = self._step.bounds
        sizes = [cause for cause in self._step.because if isinstance(cause, HandCause)]
        numbers = [self._number_of_others(cause.seat) for cause in sizes]
        total = self._words.numbers.total(bound)
        whole = len(sizes) == self._step.size and sum(numbers) == bound.least == bound.most
        sum_ = f"{' + '.join(map(str, numbers))} = {bound.least}, " if whole else ""
        yield f"{sum_}so {total}"

    def _added(self) -> Iterator[str]:
        """Bounds of several half-suits, added."""
        yield from self._shares(self._step.addends)
        (bound,) = self._step.bounds
        upper = not bound.least
        numbers = [part.most if upper else part.least for part in self._step.addends]
        numbers = [number for number in numbers if number]
        number = bound.most if upper else bound.least
        sum_ = f"{' + '.join(map(str, numbers))} = {number}" if len(numbers) > 1 else ""
        if upper:
            yield from self._known_to_all(*self._told_here(self._step.addends))
        yield self._so_far(sum_, self._words.numbers.bound(bound))

    def _counting(self) -> Iterator[str]:
        """What the other half-suits leave of a total for one."""
        total, *addends = self._step.addends
        yield from self._whole(total)
        yield from self._shares(addends)
        upper = not any(part.least for part in addends)
        in_order = [*chain.from_iterable(self._by_where_told(addends).values())]
        numbers = [part.most if upper else part.least for part in in_order]
        first = total.least if upper else total.most
        left = first - sum(numbers)
        sum_ = " − ".join(map(str, [first, *filter(None, numbers)]))
        yield from self._what_is_left(f"{sum_} = {left}" if any(numbers) else "", left, upper=upper)

    def _whole(self, total: HowMany) -> Iterator[str]:
        """How many cards are counted in all, and why."""
        numbers, place = self._words.numbers, self._place_of(total)
        if place is not None:
            yield f"{numbers.total(total)} (step {place + 1})"
            return
        sizes = [cause for cause in self._step.because if isinstance(cause, HandCause | SizeCause)]
        yield from map(self._size_or_cause, sizes)
        self._told.update(sizes)
        if len(sizes) == 1 and isinstance(sizes[0], HandCause):
            if total.least < (self._words.state.sizes[sizes[0].seat] or 0):
                size = self._words.state.sizes[sizes[0].seat] or 0
                left = f"{total.least} other{'s' * (total.least > 1)}"
                yield f"that leaves {size} − {size - total.least} = {left}"
        elif any(not self._books_of(cause) for cause in {*self._step.because} - {*sizes}):
            others = [cause for cause in self._step.because if not self._books_of(cause)]
            yield from self._shown([cause for cause in others if cause not in sizes])
            yield f"so {numbers.total(total)}"

    def _what_is_left(self, sum_: str, left: int, *, upper: bool) -> Iterator[str]:
        """The sum, what it leaves for the half-suit in question, and what follows."""
        step, numbers = self._step, self._words.numbers
        total, conclusion = step.addends[0], self._words.conclusion(step)
        bound = step.bounds[0] if step.bounds else self._rest_of_total(left, upper=upper)
        book = self._words.record.deck.book_of[bound.cards[0]]
        if upper:
            yield from self._no_other_half_suits(book.name)
            these = "this one is" if left == 1 else f"these {left} are"
            sum_ = f"{sum_}: {these} of the {book.name}" if sum_ else f"{these} of the {book.name}"
        if upper or step.bounds:
            told_here = self._told_here(step.addends[1:]) if upper else ()
            yield from self._known_to_all(*told_here, bound)
        if step.bounds:
            yield self._so_far(sum_, numbers.bound(bound))
            return
        if left <= 0:
            yield self._so_far(sum_, f"none is left for the {book.name}")
            yield self._from_the_deal(conclusion)
            return
        if len(total.seats) == 1 and len(step.conclusion) == len(bound.cards) == bound.least:
            yield self._so_far(sum_, conclusion)
        else:
            yield self._so_far(sum_, numbers.bound(bound))
            yield self._from_the_deal(conclusion)

    def _from_the_deal(self, conclusion: str) -> str:
        """A conclusion of now from a count of dealt hands: the cards have not moved."""
        words, cards = self._words, {literal.card for literal in self._step.conclusion}
        if None not in words.state.sizes.values() or not cards:
            return f"so {conclusion}"
        if any(map(words.has_moved, cards)):
            return f"so {conclusion}"
        have = "has" if len(cards) == 1 else "have"
        return f"{self._those(cards)} {have} not moved since the deal, so {conclusion}"

    def _rest_of_total(self, left: int, *, upper: bool) -> HowMany:
        """How many cards of the half-suit that is concluded of are left of a total."""
        total, card = self._step.addends[0], self._step.conclusion[0].card
        book = self._words.record.deck.book_of[card]
        cards = tuple(card for card in total.cards if card in book.cards)
        return HowMany(total.seats, cards, *((left, len(cards)) if upper else (0, left)))

    def _told_here(self, addends: Iterable[HowMany]) -> Iterator[HowMany]:
        """The bounds of a sum that this step shows by what it takes of a half-suit's cards."""
        for bound in addends:
            if self._place_of(bound) is None and self._sources_about(bound):
                yield bound

    def _known_to_all(self, *bounds: HowMany) -> Iterator[str]:
        """Where the cards of some half-suits are that bounds do not count, if all know."""
        words, located = self._words, self._words.state.located
        others: set[Card] = set()
        for bound in bounds:
            if not words.numbers.was_dealt(bound):
                books = map(words.record.deck.by_name.__getitem__, words.numbers.books(bound))
                others |= {card for book in books for card in book.cards} - {*bound.cards}
        if others := others & located.keys():
            yield f"everyone knows where {self._those(others)} {'are' if len(others) > 1 else 'is'}"

    def _no_other_half_suits(self, left: str) -> Iterator[str]:
        """Where the half-suits are of which a step that counts says nothing.

        Args:
            left: the half-suit that all that is left is of.
        """
        total, *addends = self._step.addends
        words = self._words
        if words.numbers.was_dealt(total):
            return
        named = {left, *(name for bound in addends for name in words.numbers.books(bound))}
        others = {name for name in words.record.deck.by_name if name not in named}
        down = [
            name for name in words.record.deck.by_name if name in others - {*words.open_books()}
        ]
        seen = [name for name in words.open_books() if name in others]
        parts = [f"{listed(down)} are laid down"] if down else []
        parts += [f"everyone knows where all the {listed(seen)} are"] if seen else []
        if parts:
            yield f"{'the ' * bool(down)}{', and '.join(parts)}"

    def _so_far(self, sum_: str, text: str) -> str:
        """A sum and what follows from it."""
        return f"{sum_}, so {text}" if sum_ else f"so {text}"

    def _shares(self, addends: Sequence[HowMany]) -> Iterator[str]:
        """How many cards are of each half-suit: by earlier steps, then by what this step shows."""
        also = ""
        for where, bounds in self._by_where_told(addends).items():
            if where == _HERE:
                continue
            for some in self._in_sentences(bounds):
                (first, *others) = some
                is_one = first.most < 2 or (first.least == 1 and first.most == len(first.cards))
                head = f"{also}among these {'is' if is_one and not others else 'are'}"
                if self._step.rule == "added":
                    head = self._words.numbers.subject(first)
                    if first.least and not self._words.numbers.was_dealt(first):
                        head = f"of the cards that not everyone knows, {head}"
                as_there = f", as in step {where + 1}" if where >= 0 else ""
                yield f"{head} {listed([*map(self._share, some)])}{as_there}"
                also = "also "
        for bound in self._by_where_told(addends).get(_HERE, ()):
            yield from self._own_share(bound)
        if self._needs_rest():
            yield self._rest()
        else:
            yield from self._not_moved_before()

    def _by_where_told(self, addends: Iterable[HowMany]) -> dict[int, list[HowMany]]:
        """The bounds of a sum: those of earlier steps, those told there already, those told here.

        The key of what an earlier step has told from the same events is the place of that step.
        """
        groups: dict[int, list[HowMany]] = {_BY_STEPS: [], _HERE: []}
        for bound in addends:
            before = None if self._place_of(bound) is not None else self._told_before(bound)
            where = _BY_STEPS if before is None and self._place_of(bound) is not None else _HERE
            groups.setdefault(where if before is None else before, []).append(bound)
        places = sorted(place for place in groups if place >= 0)
        return {where: groups[where] for where in (_BY_STEPS, *places, _HERE)}

    def _told_before(self, bound: HowMany) -> int | None:
        """The first earlier step that has told a bound from the same events, if one has."""
        about = self._facts_about(bound)
        for place, step in enumerate(self._steps[: self._number] if about else ()):
            if bound in step.addends:
                there = CountWords(self._words, step, self._steps)
                if there._place_of(bound) is None and there._facts_about(bound) == about:
                    return place
        return None

    def _facts_about(self, bound: HowMany) -> set[Clause]:
        """What this step takes of events about the half-suits of a bound, if nothing else."""
        sources = self._sources_about(bound)
        if not all(isinstance(source, EventCause) for source in sources):
            return set()
        stated = {Clause((place,), cause) for cause, place in self._step.stated if cause in sources}
        facts = stated.union(clause for clause in self._step.used if clause.cause in sources)
        return {fact for fact in facts if {card for card, *_ in fact.literals} & {*bound.cards}}

    def _share(self, bound: HowMany) -> str:
        """How many cards are of a half-suit, by an earlier step, or by the events that it told."""
        books, place = self._words.numbers.books(bound), self._place_of(bound)
        step = f" (step {(place or 0) + 1})"
        if place is None:
            causes = [cause for cause in self._sources_about(bound) if not isinstance(cause, int)]
            events = [cause.number for cause in causes if isinstance(cause, EventCause)]
            step = f" ({by_number('event', events)})"
        named = bound.least or len(books) > 1
        cards = f"the {listed(books)}" if named else self._words.cards(bound.cards)
        if cards in bound.cards:
            return f"{'not' if not bound.most else 'perhaps'} the {cards}{step}"
        if not bound.most and not named:
            return f"{none_of(cards.split())}{step}"
        return f"{amount(bound)} of {cards}{step}"

    def _in_sentences(self, bounds: Sequence[HowMany]) -> Iterator[list[HowMany]]:
        """The shares that earlier steps show, as many together as a sentence has room for."""
        some: list[HowMany] = []
        for bound in bounds:
            if some and sum(len(self._share(b).split()) for b in (*some, bound)) > MOST_WORDS:
                yield some
                some = []
            some.append(bound)
        if some:
            yield some

    def _own_share(self, bound: HowMany) -> Iterator[str]:
        """How many cards are of a half-suit, by what this step takes of it."""
        numbers, sources = self._words.numbers, self._sources_about(bound)
        if not sources:
            (name,) = numbers.books(bound)
            cards, number = self._words.cards(bound.cards), len(bound.cards)
            if owns := [literal for literal in self._own() if literal.card in bound.cards]:
                yield self._words.holdings(owns)
            if number == len(self._words.record.deck.by_name[name].cards):
                yield f"there are {number} of the {name}"
            elif numbers.was_dealt(bound):
                yield f"of the {name} only {cards} count"
            else:
                yield self._not_known_to_all(name, bound)
            return
        yield from self._shown(sources)
        owns = [literal for literal in self._own() if literal.card in bound.cards]
        if owns:
            yield self._words.holdings(owns)
        choices = [clause for clause in self._step.used if clause.cause in sources]
        is_told = isinstance(sources[0], int) or len(bound.cards) == 1
        is_shown = len(sources) == 1 and is_told and not bound.most
        if (len(choices) > 1 or not bound.least) and not is_shown:
            yield f"so {numbers.bound(bound)}"

    def _not_known_to_all(self, name: str, bound: HowMany) -> str:
        """Which cards of a half-suit count, and that a bound allows no more of them."""
        number = len(bound.cards)
        are, count = ("is", "this one counts") if number == 1 else ("are", f"these {number} count")
        only = f"of the {name} only {self._those(bound.cards)} {are} not known to everyone"
        if not bound.most:
            return only
        if bound.least or bound.most < number:
            return f"{only}, so {self._words.numbers.bound(bound)}"
        return f"{only}, so at most {count}"

    def _sources_about(self, bound: HowMany) -> list[Source]:
        """The causes and earlier steps that are about the half-suits of a bound."""
        names = {*self._words.numbers.books(bound)}
        return [source for source in self._sources() if self._books_of(source) & names]

    def _sources(self) -> list[Source]:
        """The causes and earlier steps, but for hands that the view knows."""
        own = (cause for cause in self._step.because if not isinstance(cause, OwnCause))
        return [*own, *self._step.uses]

    def _own(self) -> Iterator[Literal]:
        """What is used of hands that the view knows."""
        known = self._known.items()
        return (literal for literal, source in known if isinstance(source, OwnCause))

    def _books_of(self, source: Source) -> set[str]:
        """The half-suits that something taken is about."""
        book_of = self._words.record.deck.book_of
        if isinstance(source, int):  # bounds are named where they are added
            cards = {literal.card for literal in self._steps[source].conclusion}
        else:
            cards = {literal.card for literal in self._said_by(source)}
            clauses = (clause for clause in self._step.used if clause.cause == source)
            cards |= {literal.card for clause in clauses for literal in clause.literals}
        return {book_of[card].name for card in cards}

    def _place_of(self, bound: HowMany) -> int | None:
        """The earlier step that a bound comes from, if any."""
        uses = self._step.uses
        return next((place for place in uses if bound in self._steps[place].bounds), None)

    # -- bound ------------------------------------------------------------------------------------

    def _bounded(self) -> Iterator[str]:
        """How many of a half-suit some hands can have, or must have."""
        (bound,) = self._step.bounds
        choices = [clause for clause in self._step.used if len(clause.literals) > 1]
        if not bound.least or not choices:
            yield from self._known_to_all(bound)
        yield from self._shown(lists_rest=len(choices) > 1 or not bound.least)
        if bound.least == 1 and (who := self._still_one(bound, choices)):
            yield self._so(f"{who} one of them")
            return
        if not choices and 0 < bound.least == len(self._held_by(bound.seats)):
            number = "one" if bound.least == 1 else bound.least
            yield from self._not_moved_before()
            yield f"that makes {number} of the {listed(self._words.numbers.books(bound))}"
            return
        if bound.least or not (why := self._who_has_the_rest(bound)):
            if not self._needs_rest():
                yield from self._not_moved_before()
            yield self._so(self._words.numbers.bound(bound))
            return
        if self._needs_rest():
            yield self._rest()
        yield f"{why}, so {self._words.numbers.bound(bound)}"

    def _held_by(self, seats: Collection[Seat]) -> list[Literal]:
        """The cards that some hands are known to hold when the step is taken."""
        return [known for known in self._known if known.holds and known.seat in seats]

    def _still_one(self, bound: HowMany, choices: Sequence[Clause]) -> str:
        """Who holds one of the cards just told; nothing where a bound is not just that."""
        if len(choices) != 1 or self._words.numbers.was_dealt(bound):
            return ""
        left, seat = self._left(choices[0]), choices[0].literals[0].seat
        if len(left) < 2 or not self._is_choice(choices[0]):
            return ""
        if any(self._words.has_moved(card) for card, _, _ in left):
            return ""
        return f"{self._words.who(seat)} still {self._words.verb(seat, dealt=False)}"

    def _who_has_the_rest(self, bound: HowMany) -> str:
        """Why some hands have no more of a half-suit; nothing where that is not a simple sum."""
        elsewhere = [card for card in bound.cards if self._is_elsewhere(card, bound.seats)]
        left = {*bound.cards} - {*elsewhere}
        # Cards that have moved since count as well, where somebody may have had one of them.
        clauses = (clause for clause in self._step.used if self._is_choice(clause))
        among = {card for clause in clauses for card, _, _ in self._left(clause)} | left
        if among & {*elsewhere}:
            among = left
        others = [*(takers := self._takers(among, bound.seats))]
        if len(among) - len(others) != bound.most or {*takers.values()} != {1}:
            return ""
        moved = any(map(self._words.has_moved, among))
        have = "has" if len(others) == 1 and others != ["you"] else "have"
        have = "had" if moved else have
        if len(among) == 1:
            return f"{others[0]} {have} the {self._words.cards(among)}"
        each = f"{listed(others)} {have} one{' each' * (len(others) > 1)}"
        placed = self._words.holdings(self._held_by_others(bound))
        return f"{placed}{', and ' * bool(placed)}{each} of {self._words.cards(among)}"

    def _held_by_others(self, bound: HowMany) -> list[Literal]:
        """The cards of a bound that others hold and that have only been ruled out for somebody."""
        ruled_out = {literal for clause in self._step.used for literal in self._against(clause)}
        return [
            known
            for known in self._known
            if known in ruled_out
            and known.holds
            and known.card in bound.cards
            and known.seat not in bound.seats
        ]

    def _is_elsewhere(self, card: Card, seats: Sequence[Seat]) -> bool:
        """Whether none of some seats can hold a card, by what is known in the step."""
        if all(Literal(card, seat, False) in self._known for seat in seats):
            return True
        return any(
            known.holds and known.card == card and known.seat not in seats for known in self._known
        )

    def _takers(self, cards: Collection[Card], but: Sequence[Seat]) -> dict[str, int]:
        """How many of some cards each of the other players must have at least, by name.

        Args:
            cards: the cards.
            but: the players who are left out, as are those who need not have one.
        """
        choices: dict[Seat, list[set[Card]]] = {}
        for clause in filter(self._is_choice, self._step.used):
            left = {card for card, _, _ in self._left(clause)}
            theirs = choices.setdefault(clause.literals[0].seat, [])
            if left <= {*cards} and all(map(left.isdisjoint, theirs)):
                theirs.append(left)
        seats = [seat for seat in self._words.record.seats if choices.get(seat)]
        return {self._words.who(seat): len(choices[seat]) for seat in seats if seat not in but}

    def _is_choice(self, clause: Clause) -> bool:
        """Whether a clause says that one seat holds one of several cards."""
        seats = {literal.seat for literal in clause.literals}
        holds = all(literal.holds for literal in clause.literals)
        return len(clause.literals) > 1 and len(seats) == 1 and holds

    # -- within -----------------------------------------------------------------------------------

    def _within(self) -> Iterator[str]:
        """What a bound, with what is known of the half-suit, leaves for a card."""
        uses, numbers = self._step.uses, self._words.numbers
        bounds = [(used, bound) for used in uses for bound in self._steps[used].bounds]
        before = self._number - 1
        for used, bound in bounds:
            if used != before:  # what has just been told is not told again
                yield f"{numbers.bound(bound)} (step {used + 1})"
        texts = [*self._within_these(bounds)]
        yield from texts
        yield from (stayed := [*self._not_moved_before()])
        refers = before not in dict(bounds) or any(
            re.search(rf"step {before + 1}\b", text) for text in texts
        )
        step = "" if refers else f" (step {before + 1})"
        filled = [bound for used, bound in bounds if used == before and self._is_filled(bound)]
        if step and filled:
            yield f"that is {self._all_that(filled[0])}{step}"
            step = ""
        by = f"by step {before + 1} " * bool(step)
        if None not in self._words.state.sizes.values():
            yield self._so(f"{by}{self._words.conclusion(self._step)}")
            return
        text = self._from_the_deal(f"{by}{self._words.conclusion(self._step)}")
        if self._needs_rest() and not stayed and "not moved" not in text:
            yield self._rest()
        yield text

    def _within_these(self, bounds: Sequence[tuple[int, HowMany]]) -> Iterator[str]:
        """What is known of the half-suit besides some bounds, by the places of their steps."""
        taken: set[Source] = {used for used, _ in bounds if not self._steps[used].conclusion}
        for used, bound in bounds:
            yield from self._closed_by(bound, used, taken)
        sources = [*self._step.because, *self._step.uses]
        yield from self._shown([source for source in sources if source not in taken])
        for used, bound in bounds:
            yield from self._shared_out(bound, used)

    def _closed_by(self, bound: HowMany, place: int, taken: set[Source]) -> Iterator[str]:
        """Which cards the hands of a bound therefore hold, once some cards are ruled out.

        Args:
            bound: at least so many of some cards.
            place: the step that shows it.
            taken: the causes and steps that have been told; those told here are added.
        """
        free = [card for card in bound.cards if not self._is_elsewhere(card, bound.seats)]
        if len(free) != bound.least:
            return
        gone = {*bound.cards} - {*free}
        if own := [literal for literal in self._own() if literal.card in gone]:
            taken.update(self._known[literal] for literal in own)
            yield self._words.holdings(own)
        for source in self._sources():
            stated = [literal for literal, known in self._known.items() if known == source]
            is_choice = any(clause.cause == source for clause in self._step.used)
            if stated and {literal.card for literal in stated} <= gone and not is_choice:
                taken.add(source)
                if isinstance(source, int):
                    yield from self._shown_before([source], frozenset())
                else:
                    yield from self._told_now(source, frozenset())
        names = listed([self._words.who(seat) for seat in bound.seats])
        dealt = self._words.numbers.was_dealt(bound)
        hold = self._words.verb(bound.seats[0], dealt)
        if len(bound.seats) > 1:
            hold = "were dealt" if dealt else "hold"
        if gone:
            cards, number = self._words.cards(free), len(free)
            so = f"so by step {place + 1}" if place == self._number - 1 else "so"
            which = f"{cards}, {so} {names} {hold} {'both' if number == 2 else f'all {number}'}"
            step = f" (step {place + 1})" if place == self._number - 1 else ""
            yield f"that leaves only {which if number > 1 else f'the {cards} for {names}{step}'}"
        for card in free:
            for seat in {*self._words.record.seats} - {*bound.seats}:
                literal = Literal(card, seat, False)
                if literal not in self._known:
                    self._known[literal], self._closed[literal] = place, f"{names} {hold}"

    def _all_that(self, bound: HowMany) -> str:
        """That some hands have as many of some cards as a bound allows."""
        if self._words.numbers.was_dealt(bound):
            have = self._words.numbers.subject(bound)
        else:
            have = f"{listed([self._words.who(seat) for seat in bound.seats])} can have"
        return f"all that {have} of {self._words.cards(bound.cards)}"

    def _is_filled(self, bound: HowMany) -> bool:
        """Whether some hands are known to hold as many of some cards as a bound allows."""
        held = {
            known.card
            for known in self._known
            if known.holds and known.seat in bound.seats and known.card in bound.cards
        }
        return 0 < len(held) == bound.most

    def _shared_out(self, bound: HowMany, place: int) -> Iterator[str]:
        """That a bound and players who must each have one card leave none; or is reached.

        Args:
            bound: how many of some cards some hands hold.
            place: the step that shows it.
        """
        step = f" (step {place + 1})" if place == self._number - 1 else ""
        known, seats = self._known, {*self._words.record.seats} - {*bound.seats}
        names = listed([self._words.who(seat) for seat in bound.seats])
        theirs = [c for c in bound.cards if all(Literal(c, seat, False) in known for seat in seats)]
        if 0 < len(theirs) == bound.most < len(bound.cards):
            held = replace(bound, cards=tuple(theirs), least=bound.most)
            yield f"so {self._words.numbers.bound(held)}, {self._all_that(bound)}{step}"
        free = [card for card in bound.cards if not self._is_elsewhere(card, bound.seats)]
        others = [*(takers := self._takers(free, bound.seats))]
        if {*takers.values()} == {1} and bound.least + len(others) == len(free):
            each = " each" * (len(others) > 1)
            theirs_are = f"{'one' if bound.least == 1 else bound.least} for {names}{step}"
            taken = f"{theirs_are} and one{each} for {listed(others)}"
            cards = f"{self._words.cards(free)} are all taken"
            if len(free) == 2:
                cards = f"both {' and '.join(self._words.cards(free).split())} are taken"
            yield f"with {taken}, {cards}{self._not_theirs(others)}"

    def _not_theirs(self, names: Sequence[str]) -> str:
        """That players who must each have a card of a half-suit do not have the one concluded."""
        card, seat, holds = self._step.conclusion[0]
        seats = [other for other in self._words.record.seats if self._words.who(other) in names]
        choices = [clause for clause in self._step.used if self._is_choice(clause)]
        left = {other for clause in choices for other, *_ in self._left(clause)}
        if not holds or seat in seats or card in left:
            return ""
        if len(names) == 1:
            return f", and {self._words.does(seats[0], 'do')} not have the {card}"
        return f", and {neither(names)} has the {card}"
