"""What may come next in a line that is being typed, knowing the position.

Whose turn it is, who can be asked, for which cards, which answers are possible, whose claim is
proven: all of it in the view of the session, so nothing is given away that the view cannot know.

Example: behind ``Bob asks Ann `` come the cards that Bob may be able to ask Ann for, and ``certain:
yes`` is noted at those that the view knows Ann to hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.analysis.ask_chances import at_turn
from tracker.analysis.view_progress import Progress
from tracker.game.ask_rules import answers
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.legality import possible_asks
from tracker.game.lookup import card_form, folded, seats_like
from tracker.game.record import Record
from tracker.game.state import State
from tracker.game.table import Team
from tracker.notation.holdings import format_holdings
from tracker.notation.names import NOBODY
from tracker.notation.statements import AWARD, SHORT_ASK

_LAST_WORD: Final = re.compile(r"\S*$")
_ASKS: Final = ("asks", "asked", "ask", SHORT_ASK)


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
    """What the view knows; None where nothing can be deduced: then only the rules count."""

    def proposals(self, typed: str) -> list[Proposal]:
        """The ways to go on with a statement; each begins with what the last word begins with."""
        begun = _LAST_WORD.search(typed)
        partial = begun.group() if begun else ""
        words = typed[: len(typed) - len(partial)].replace(":", " ").replace(",", " ").split()
        proposals = matching(self._next(words), partial)
        if not words:
            proposals += matching(self._in_one_word(partial), partial)
        return self._without_other_seats(proposals, partial)

    def _without_other_seats(self, proposals: list[Proposal], partial: str) -> list[Proposal]:
        """The proposals without other seats than the one whose whole name was typed."""
        meant = [seat for seat in self.record.seats if folded(seat) == folded(partial)]
        if not meant:
            return proposals
        others = set(self.record.seats) - {meant[-1]}
        return [proposal for proposal in proposals if proposal.text not in others]

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
        match "asks" if verb in _ASKS else verb, words:
            case "asks", []:
                return self._targets(seat)
            case "asks", [word] if target := self._seat(word):
                return self._cards(seat, target)
            case "asks", [word, code] if (target := self._seat(word)) and (
                card := self._card(code)
            ):
                return self._answers(target, card)
            case "claims", _:
                return self._claim(seat, words)
            case "challenges", _:
                return _rest_of(self.state.open_books(), words)
            case "passes", []:
                return [Proposal("to")]
            case "passes", ["to"]:
                return map(Proposal, self.state.pass_receivers(seat))
            case "has", [] if self.state.sizes[seat] is not None:
                return [Proposal(str(self.state.sizes[seat]))]
            case "gives", []:
                return (Proposal(other) for other in self.record.seats if other != seat)
            case ("gives", [_]) | ("shows", _):
                return self._held_by(seat)
        return ()

    # -- the beginning ----------------------------------------------------------------------------

    def _first(self) -> Iterator[Proposal]:
        movers = self._movers()
        yield from (Proposal(seat, "to move") for seat in movers)
        yield from (Proposal(seat) for seat in self.record.seats if seat not in movers)
        yield Proposal(AWARD)

    def _movers(self) -> tuple[Seat, ...]:
        forced = self.state.forced
        if forced is not None and forced.chances:
            return forced.chances[:1]
        return () if self.state.over else self.state.movers()

    def _verbs(self, seat: Seat) -> Iterator[Proposal]:
        """What a seat may do now; a claim is noted with the half-suits proven for its team."""
        state = self.state
        may_hold_cards = state.may_hold_cards(seat)
        if state.forced is not None:
            yield from map(Proposal, ("claims", "declines"))
        elif seat in self._movers() and may_hold_cards:
            yield Proposal("asks")
        claimable = state.table.claimable_by(seat)
        proven = [book for book, team in self._proven() if team in claimable]
        yield Proposal("claims", f"proven: {', '.join(proven)}" if proven else "")
        if state.turn is None or not may_hold_cards:
            yield Proposal("passes")
        yield from map(Proposal, ("has", "shows", "gives"))
        if self.record.rules.challenge == "yes":
            yield Proposal("challenges")

    # -- asks -------------------------------------------------------------------------------------

    def _targets(self, asker: Seat) -> Iterator[Proposal]:
        for seat in self.state.table.opponents_of[asker]:
            if self.state.may_hold_cards(seat):
                size = self.state.sizes[seat]
                yield Proposal(seat, "" if size is None else f"{size} cards")

    def _cards(self, asker: Seat, target: Seat) -> Iterator[Proposal]:
        """The cards that one seat may ask another for; the certain answers are noted."""
        in_play = filter(self.state.is_open, self.record.table.cards)
        may_hold = {card for card in in_play if self._may_hold(asker, card)}
        holds = {card for card in may_hold if not self._may_lack(asker, card)}
        for seat, card in possible_asks(at_turn(self.state, asker), asker, holds, may_hold):
            if seat == target:
                certain = "yes" if not self._may_lack(target, card) else ""
                certain = certain if self._may_hold(target, card) else "no"
                yield Proposal(card, f"certain: {certain}" if certain else "")

    def _answers(self, target: Seat, card: Card) -> Iterator[Proposal]:
        if self._may_hold(target, card):
            yield Proposal("yes")
        if self._may_lack(target, card):
            yield Proposal("no")
        if "surrender" in answers(self.record.rules, holds=True):
            yield Proposal("surrender")

    # -- the short form: ``bob 5h n``, ``b5hn`` ---------------------------------------------------

    def _short_cards(self, target: Seat) -> Iterable[Proposal]:
        """The cards that whoever has the turn can ask a seat for."""
        asker = self.state.turn
        if asker is None or target not in (proposal.text for proposal in self._targets(asker)):
            return ()
        return self._cards(asker, target)

    def _short_answers(self, target: Seat, word: str) -> Iterable[Proposal]:
        """The answers to that, where the card is one of them."""
        card = self._card(word)
        if card is None or card not in (proposal.text for proposal in self._short_cards(target)):
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

    # -- claims and the rest ----------------------------------------------------------------------

    def _claim(self, seat: Seat, words: list[str]) -> Iterator[Proposal]:
        """The half-suits open, one that the seat may claim as proven with its claim; then seats."""
        teams = self.state.table.claimable_by(seat)
        proven = {
            book: f"{book}: {format_holdings(holdings, self.record.seats)}: correct"
            for (book, team), holdings in self._proven().items()
            if team in teams
        }
        open_books = self.state.open_books()
        for book in open_books:
            yield from _rest_of([proven.get(book, book)], words, "proven" if book in proven else "")
        if " ".join(words).lower() in open_books:
            yield from (Proposal(holder) for team in teams for holder in team)

    def _award(self, words: list[str]) -> Iterable[Proposal]:
        """The half-suits open, and then whose they are."""
        if "to" in words:
            return map(Proposal, (*self.record.seats, NOBODY))
        return _rest_of((f"{book} to" for book in self.state.open_books()), words)

    def _held_by(self, seat: Seat) -> Iterator[Proposal]:
        for card in self.record.table.cards:
            if self.state.is_open(card) and self._may_hold(seat, card):
                yield Proposal(card)

    # -- what the view knows ----------------------------------------------------------------------

    def _proven(self) -> dict[tuple[str, Team], Holdings]:
        """The claims that are proven, by half-suit and team."""
        return dict(self.progress.proven) if self.progress is not None else {}

    def _holders(self, card: Card) -> tuple[Seat, ...]:
        """The seats that may hold a card, as far as the view can tell."""
        if self.progress is not None and card in self.progress.holders:
            return self.progress.holders[card]
        located = self.state.located.get(card)
        return self.record.seats if located is None else (located,)

    def _may_hold(self, seat: Seat, card: Card) -> bool:
        return seat in self._holders(card)

    def _may_lack(self, seat: Seat, card: Card) -> bool:
        return self._holders(card) != (seat,)

    def _seat(self, word: str) -> Seat | None:
        """The one seat that a word means; None where it means none, or several."""
        like = seats_like(word, self.record.seats)
        return like[0] if len(like) == 1 else None

    def _card(self, word: str) -> Card | None:
        """The card of the deck that a word means."""
        card = card_form(word)
        return card if card in self.record.deck.position else None


def matching(proposals: Iterable[Proposal], partial: str) -> list[Proposal]:
    """The proposals that begin with what was typed, whatever its case."""
    low = partial.lower()
    return [proposal for proposal in proposals if proposal.text.lower().startswith(low)]


def _rest_of(phrases: Iterable[str], words: Sequence[str], note: str = "") -> Iterator[Proposal]:
    """What is left of each phrase that some words begin, but do not end.

    Args:
        phrases: the phrases.
        words: the words typed.
        note: the note of each proposal.
    """
    typed = [word.lower() for word in words]
    for phrase in phrases:
        parts = phrase.split(" ")
        begun = [part.strip(":,").lower() for part in parts[: len(typed)]]
        if begun == typed and len(parts) > len(typed):
            yield Proposal(" ".join(parts[len(typed) :]), note)
