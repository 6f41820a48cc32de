"""What may come next in a line that is being typed, knowing the position.

The statements of the notation tell in which place the line ends (``begun_statements``). What may
stand in that place is told here: whose turn it is, who can be asked, for which cards, which answers
are possible, whose claim is proven. All of it is in the view of the session, so nothing is given
away that the view cannot know.

Example: behind ``Bob asks Ann `` comes the place of the card: those that Bob may be able to ask Ann
for, and ``certain: yes`` is noted at those that the view knows Ann to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.analysis.ask_chances import at_turn
from tracker.analysis.view_progress import Progress
from tracker.game.ask_rules import answers
from tracker.game.cards import Card
from tracker.game.events import OUTCOMES, Ask, Award, Claim, Holdings, Pass, Seat
from tracker.game.legality import possible_asks
from tracker.game.lookup import card_form, folded
from tracker.game.record import Record
from tracker.game.state import State
from tracker.notation.holdings import REST, format_holdings
from tracker.notation.names import NOBODY, Names
from tracker.notation.problems import Problems, Span
from tracker.notation.statements import FIELD_TYPES, SHORT_ASK, VERBS, Begun, begun_statements

_LONGEST: Final = 500
"""The longest line that is gone on with, in characters."""


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
        if len(typed) > _LONGEST:
            return []
        before, _, partial = typed.rpartition(" ")
        proposals = [*self._short(before), *self._next(before)]
        if not before.strip():
            proposals = [*self._next(""), *self._in_one_word(partial)]
        meant = [seat for seat in self.record.seats if folded(seat) == folded(partial)]
        others = {*self.record.seats} - {*meant[-1:]} if meant else ()
        return [each for each in matching(proposals, partial) if each.text not in others]

    def _next(self, before: str) -> Iterable[Proposal]:
        """What may come behind some whole words."""
        names = Names(Problems(""), self.record.seats, self.record.deck)
        found: dict[str, Proposal] = {}
        for begun in begun_statements(Span(before).tokens(), names):
            for proposal in _rest_of(self._phrases(begun), begun.said):
                found.setdefault(proposal.text, proposal)
        return found.values()

    def _short(self, before: str) -> Iterable[Proposal]:
        """What may come behind the words of a short ask, which leaves out who has the turn."""
        turn = self.state.turn
        return () if turn is None else self._next(f"{turn} {SHORT_ASK} {before}")

    def _in_one_word(self, partial: str) -> Iterator[Proposal]:
        """The cards, or the answers, that go on from a seat and what stands right behind it."""
        for cut in range(1, len(partial)):
            seat, rest = partial[:cut], partial[cut:]
            if card_form(rest) is not None:
                for answer in self._short(f"{seat} {rest}"):
                    yield Proposal(partial + answer.text[0], answer.text)
            elif len(rest) > 1 or rest.isdecimal():
                for card in self._short(seat):
                    yield Proposal(seat + card.text.lower(), card.note)

    # -- what may stand in a place ----------------------------------------------------------------

    def _phrases(self, begun: Begun) -> Iterable[Proposal]:
        """What may stand in the place in which a statement ends, from the first word in it on."""
        if begun.place in VERBS:
            return self._verb(begun.place, begun.actor)
        if begun.place not in FIELD_TYPES[begun.kind]:
            return [Proposal(begun.place)]
        return _PHRASES.get(begun.place, Position._seats)(self, begun)

    def _seats(self, begun: Begun) -> Iterator[Proposal]:
        """Who may act, those to move first; or whose a half-suit is to be."""
        movers = () if begun.values else self._movers()
        yield from (Proposal(seat, "to move") for seat in movers)
        yield from (Proposal(seat) for seat in self.record.seats if seat not in movers)
        if begun.values:
            yield Proposal(NOBODY)

    def _movers(self) -> tuple[Seat, ...]:
        forced = self.state.forced
        if forced is not None and forced.chances:
            return forced.chances[:1]
        return () if self.state.over else self.state.movers()

    def _verb(self, verb: str, seat: Seat) -> Iterator[Proposal]:
        """A verb, if a seat may do that now; a claim has the half-suits proven for its team."""
        state, is_able = self.state, self.state.may_hold_cards(seat)
        is_possible = {
            "asks": state.forced is None and is_able and seat in self._movers(),
            "declines": state.forced is not None,
            "passes": state.turn is None or not is_able,
            "challenges": self.record.rules.challenge == "yes",
        }
        if is_possible.get(verb, True):
            proven = self._proven(seat) if verb == "claims" else ()
            yield Proposal(verb, f"proven: {', '.join(proven)}" if proven else "")

    def _targets(self, begun: Begun) -> Iterator[Proposal]:
        for seat in self.state.table.opponents_of[begun.actor]:
            if self.state.may_hold_cards(seat):
                size = self.state.sizes[seat]
                yield Proposal(seat, "" if size is None else f"{size} cards")

    def _receivers(self, begun: Begun) -> Iterable[Proposal]:
        if begun.kind is Pass:
            return map(Proposal, self.state.pass_receivers(begun.actor))
        return (Proposal(seat) for seat in self.record.seats if seat != begun.actor)

    def _cards(self, begun: Begun) -> Iterator[Proposal]:
        """The cards that a seat has, or may ask another for; the certain answers are noted."""
        held = [card for card in self.state.cards if begun.actor in self._holders(card)]
        if begun.kind is not Ask:
            yield from (Proposal(" ".join([*begun.said, card])) for card in held)
            return
        asker, target = begun.actor, begun.values["target"]
        holds = {card for card in held if self._holders(card) == (asker,)}
        for seat, card in possible_asks(at_turn(self.state, asker), asker, holds, {*held}):
            if seat == target:
                certain = self._certain(target, card)
                yield Proposal(card, f"certain: {certain}" if certain else "")

    def _certain(self, target: Seat, card: Card) -> str:
        """The answer to an ask, where the view knows it."""
        holders = self._holders(card)
        return "yes" if holders == (target,) else "" if target in holders else "no"

    def _answers(self, begun: Begun) -> Iterable[Proposal]:
        certain = self._certain(begun.values["target"], begun.values["card"])
        possible = [answer for answer in ("yes", "no") if certain in ("", answer)]
        if "surrender" in answers(self.record.rules, holds=True):
            possible.append("surrender")
        return map(Proposal, possible)

    def _books(self, begun: Begun) -> Iterator[Proposal]:
        """The half-suits in play; one that the actor may claim as proven with its claim."""
        proven = self._proven(begun.actor) if begun.kind is Claim else {}
        for book in self.state.open_books():
            held = format_holdings(proven.get(book, ()), self.record.seats)
            plain = f"{book} to" if begun.kind is Award else book
            yield Proposal(f"{book}: {held}: correct", "proven") if held else Proposal(plain)

    def _holdings(self, begun: Begun) -> Iterator[Proposal]:
        """The seats that the claim may name; behind one of them, cards, too."""
        teams = self.state.table.claimable_by(begun.actor)
        words = [seat for team in teams for seat in team]
        if begun.said:
            words += [*self.record.deck.by_name[begun.values["book"]].cards, REST]
        yield from (Proposal(" ".join([*begun.said, word])) for word in words)

    def _sizes(self, begun: Begun) -> Iterable[Proposal]:
        size = self.state.sizes[begun.actor]
        return () if size is None else [Proposal(str(size))]

    # -- what the view knows ----------------------------------------------------------------------

    def _proven(self, seat: Seat) -> dict[str, Holdings]:
        """The claims that are proven, by half-suit, of the teams that a seat may claim for."""
        proven = self.progress.proven if self.progress is not None else {}
        teams = self.state.table.claimable_by(seat)
        return {book: holdings for (book, team), holdings in dict(proven).items() if team in teams}

    def _holders(self, card: Card) -> tuple[Seat, ...]:
        """The seats that may hold a card, as far as the view can tell."""
        if self.progress is not None and card in self.progress.holders:
            return self.progress.holders[card]
        located = self.state.located.get(card)
        return self.record.seats if located is None else (located,)


_PHRASES: Final[Mapping[str, Callable[[Position, Begun], Iterable[Proposal]]]] = {
    "target": Position._targets,
    "receiver": Position._receivers,
    "card": Position._cards,
    "cards": Position._cards,
    "answer": Position._answers,
    "book": Position._books,
    "holdings": Position._holdings,
    "outcome": lambda *_: map(Proposal, OUTCOMES),
    "size": Position._sizes,
}
"""By the field: what may stand in its place, behind what stands before it; else it is a seat."""


def matching(proposals: Iterable[Proposal], partial: str) -> list[Proposal]:
    """The proposals that begin with what was typed, whatever its case."""
    low = partial.lower()
    return [proposal for proposal in proposals if proposal.text.lower().startswith(low)]


def _rest_of(phrases: Iterable[Proposal], said: Sequence[str]) -> Iterator[Proposal]:
    """What is left of each phrase that some words begin, but do not end."""
    typed = [word.lower() for word in said]
    for phrase in phrases:
        parts = phrase.text.split(" ")
        begun = [part.strip(":,").lower() for part in parts[: len(typed)]]
        if begun == typed and len(parts) > len(typed):
            yield Proposal(" ".join(parts[len(typed) :]), phrase.note)
