"""What may come next in a line that is being typed, knowing the position.

Whose turn it is, who can be asked, for which cards, which answers are possible, whose claim is
proven: all of it in the view of the session, so nothing is given away that the view cannot know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from tracker.analysis.entropy import Progress
from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Ask, Holdings, Seat
from tracker.game.legality import answers, cards_to_ask, violations
from tracker.game.lookup import find_card, find_seat, folded
from tracker.game.record import Record
from tracker.game.state import State
from tracker.game.table import Team
from tracker.notation.holdings import format_holdings
from tracker.notation.seat_names import NOBODY
from tracker.notation.statements import AWARD, SHORT_ASK

_LAST_WORD: Final = re.compile(r"\S*$")


@dataclass(frozen=True)
class Proposal:
    """One way to go on."""

    text: str
    """What to put in the place of the word begun."""
    note: str = ""
    """Why, in a few words."""


@dataclass(frozen=True)
class Position:
    """A moment at which a statement is being typed."""

    record: Record
    state: State
    progress: Progress | None = None
    """What the view knows; none where nothing can be said: then only the rules count."""

    def proposals(self, typed: str) -> list[Proposal]:
        """The ways to go on with a statement; each begins with what the last word begins with."""
        begun = _LAST_WORD.search(typed)
        partial = begun.group() if begun else ""
        words = typed[: len(typed) - len(partial)].replace(":", " ").replace(",", " ").split()
        found = matching(self._next(words), partial)
        if not words:
            found += matching(self._in_one_word(partial), partial)
        return self._same_names(found, partial)

    def _same_names(self, found: list[Proposal], partial: str) -> list[Proposal]:
        """The proposals without other seats than the one whose whole name was typed."""
        seats = {folded(seat): seat for seat in self.record.seats}
        meant = seats.get(folded(partial))
        others = set(self.record.seats) - {meant}
        return found if meant is None else [one for one in found if one.text not in others]

    def _next(self, words: list[str]) -> Iterable[Proposal]:
        """What may come behind some whole words."""
        if not words:
            return self._first()
        if words[0].lower() == AWARD:
            return self._award(words[1:])
        seat = self._seat(words[0])
        if seat is None:
            return ()
        if len(words) == 1:
            return [*self._short_cards(seat), *self._verbs(seat)]
        if len(words) == 2 and self._card(words[1]) is not None:
            return self._short_answers(seat, words[1])
        return self._after_verb(seat, words[1].lower(), words[2:])

    def _after_verb(self, seat: Seat, verb: str, words: list[str]) -> Iterable[Proposal]:
        """What may stand behind a seat, its verb and more words."""
        match verb:
            case "asks" | "asked" | "ask" if words[1:2] and words[1].lower() in ("for", "the"):
                return ()
            case "asks" | "asked" | "ask":
                return self._ask(seat, words)
            case _ if verb == SHORT_ASK:
                return self._ask(seat, words)
            case "claims":
                return self._claim(seat, words)
            case "challenges":
                return self._books(words)
            case "passes" if not words:
                return [Proposal("to")]
            case "passes" if words == ["to"]:
                return [Proposal(other) for other in self.state.heirs(seat)]
            case "has" if not words and self.state.sizes[seat] is not None:
                return [Proposal(str(self.state.sizes[seat]))]
            case "gives" if not words:
                return self._names(other for other in self.record.seats if other != seat)
            case "gives" if len(words) == 1:
                return self._held_by(seat)
            case "shows":
                return self._held_by(seat)
        return ()

    # -- the beginning ----------------------------------------------------------------------------

    def _first(self) -> Iterator[Proposal]:
        movers = self._movers()
        yield from (Proposal(seat, "to move") for seat in movers)
        yield from self._names(seat for seat in self.record.seats if seat not in movers)
        yield Proposal(AWARD)

    def _movers(self) -> tuple[Seat, ...]:
        forced = self.state.forced
        if forced is not None and forced.chances:
            return forced.chances[:1]
        return () if self.state.over else self.state.movers()

    def _verbs(self, seat: Seat) -> Iterator[Proposal]:
        """What a seat may do now; a claim is noted with the half-suits proven for its team."""
        state, rules = self.state, self.record.rules
        if state.forced is not None:
            yield from (Proposal(verb) for verb in ("claims", "declines"))
        elif seat in self._movers() and state.may_hold_cards(seat):
            yield Proposal("asks")
        proven = [book for book, team in self._proven() if seat in team]
        yield Proposal("claims", f"proven: {', '.join(proven)}" if proven else "")
        if state.turn is None or not state.may_hold_cards(seat):
            yield Proposal("passes")
        yield from (Proposal(verb) for verb in ("has", "shows", "gives"))
        if rules.challenge == "yes":
            yield Proposal("challenges")

    # -- asks -------------------------------------------------------------------------------------

    def _ask(self, asker: Seat, words: list[str]) -> Iterable[Proposal]:
        """The target of an ask, then its cards, then its answers."""
        if not words:
            return self._targets(asker)
        target = self._seat(words[0])
        if target is None:
            return ()
        if len(words) == 1:
            return self._cards(asker, target)
        card = self._card(words[1])
        return self._answers(target, card) if card is not None and len(words) == 2 else ()

    # -- the short form: ``bob 5h n``, ``b5hn`` ----------------------------------------------------

    def _short_cards(self, target: Seat) -> Iterable[Proposal]:
        """The cards that whoever has the turn can ask a seat for."""
        asker = self.state.turn
        if asker is None or target not in (one.text for one in self._targets(asker)):
            return ()
        return self._cards(asker, target)

    def _short_answers(self, target: Seat, word: str) -> Iterable[Proposal]:
        """The answers to that, where the card is one of them."""
        card = self._card(word)
        if card is None or card not in (one.text for one in self._short_cards(target)):
            return ()
        return self._answers(target, card)

    def _in_one_word(self, partial: str) -> Iterator[Proposal]:
        """The cards, or the answers, that go on from a seat and what stands right behind it."""
        for cut in range(1, len(partial)):
            begun, rest = partial[:cut], partial[cut:]
            seat = self._seat(begun)
            if seat is None or (len(rest) == 1 and not rest.isdecimal()):
                continue
            if self._card(rest) is not None:
                for answer in self._short_answers(seat, rest):
                    yield Proposal(partial + answer.text[0], answer.text)
            else:
                for card in self._short_cards(seat):
                    yield Proposal(begun + card.text.lower(), card.note)

    def _targets(self, asker: Seat) -> Iterator[Proposal]:
        for seat in self.state.table.opponents_of[asker]:
            if self.state.may_hold_cards(seat):
                size = self.state.sizes[seat]
                yield Proposal(seat, "" if size is None else f"{size} cards")

    def _cards(self, asker: Seat, target: Seat) -> Iterator[Proposal]:
        for card in self.record.table.cards:
            if self._may_ask(asker, target, card):
                yield Proposal(card, self._certainty(target, card))

    def _may_ask(self, asker: Seat, target: Seat, card: Card) -> bool:
        """Whether an ask would be legal, as far as the view can tell."""
        if not self.state.is_open(card):
            return False
        found = violations(self.state, Ask(asker, target, card, "no"))
        if any(violation.code not in ("answer", "turn") for violation in found):
            return False
        book = self.record.deck.book_of[card]
        may_hold = {other for other in book.cards if self._may_hold(asker, other)}
        holds = {other for other in may_hold if not self._may_lack(asker, other)}
        return card in cards_to_ask(self.record.table, book.name, holds, may_hold)

    def _answers(self, target: Seat, card: Card) -> Iterator[Proposal]:
        if self._may_hold(target, card):
            yield Proposal("yes")
        if self._may_lack(target, card):
            yield Proposal("no")
        if "surrender" in answers(self.record.rules, holds=True):
            yield Proposal("surrender")

    def _certainty(self, target: Seat, card: Card) -> str:
        if not self._may_lack(target, card):
            return "certain: yes"
        return "" if self._may_hold(target, card) else "certain: no"

    def _holders(self, card: Card) -> tuple[Seat, ...]:
        if self.progress is not None and card in self.progress.holders:
            return self.progress.holders[card]
        located = self.state.located.get(card)
        return self.record.seats if located is None else (located,)

    def _may_hold(self, seat: Seat, card: Card) -> bool:
        return seat in self._holders(card)

    def _may_lack(self, seat: Seat, card: Card) -> bool:
        return self._holders(card) != (seat,)

    # -- claims and the rest ----------------------------------------------------------------------

    def _claim(self, seat: Seat, words: list[str]) -> Iterator[Proposal]:
        """The half-suits open, one proven for the seat's team with its claim; then seats."""
        naming = {
            book: f"{book}: {format_holdings(holdings, self.record.seats)}: correct"
            for (book, team), holdings in self._proven().items()
            if seat in team
        }
        for book in self.state.open_books():
            rest = _behind(words, naming.get(book, book))
            if rest is not None:
                yield Proposal(rest, "proven" if book in naming else "")
        if " ".join(words).lower() in self.state.open_books():
            yield from self._names(self.state.table.team_of[seat])

    def _books(self, words: list[str]) -> Iterator[Proposal]:
        for book in self.state.open_books():
            rest = _behind(words, book)
            if rest is not None:
                yield Proposal(rest)

    def _award(self, words: list[str]) -> Iterator[Proposal]:
        """The half-suits open, and then whose they are."""
        if "to" in words:
            yield from self._names((*self.record.seats, NOBODY))
            return
        for book in self.state.open_books():
            rest = _behind(words, f"{book} to")
            if rest is not None:
                yield Proposal(rest)

    def _held_by(self, seat: Seat) -> Iterator[Proposal]:
        for card in self.record.table.cards:
            if self.state.is_open(card) and self._may_hold(seat, card):
                yield Proposal(card)

    def _names(self, names: Iterable[str]) -> Iterator[Proposal]:
        return (Proposal(name) for name in names)

    def _proven(self) -> dict[tuple[str, Team], Holdings]:
        return dict(self.progress.proven) if self.progress is not None else {}

    def _seat(self, word: str) -> Seat | None:
        try:
            return find_seat(word, self.record.seats)
        except RecordError:
            return None

    def _card(self, word: str) -> Card | None:
        try:
            return find_card(word, self.record.deck)
        except RecordError:
            return None


def matching(proposals: Iterable[Proposal], partial: str) -> list[Proposal]:
    """The proposals that begin with what was typed, whatever its case."""
    low = partial.lower()
    return [one for one in proposals if one.text.lower().startswith(low)]


def _behind(words: list[str], phrase: str) -> str | None:
    """What is left of a phrase behind words that it begins with; none where it does not."""
    parts = phrase.split(" ")
    begun = [part.strip(":,").lower() for part in parts[: len(words)]]
    if begun != [word.lower() for word in words] or len(parts) <= len(words):
        return None
    return " ".join(parts[len(words) :])
