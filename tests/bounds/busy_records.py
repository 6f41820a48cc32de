"""Records under 20 KB made to keep the program busy: families of them, each from a seed.

Nobody plays like this. Most are true of some deal (nothing is said that its hands do not say), but
few keep the rules on turns; so a rule break is reported, and all the rest still counts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.bounds.forgotten_records import forgotten
from tests.strategies import SEATS
from tracker.game.cards import RANKS, SUITS
from tracker.game.rules import VALUES
from tracker.notation.text import dumps

MOST_BYTES: Final = 20_000
DECK: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "RJ", "BJ")


@dataclass
class Table:
    """A deal, and the statements made about it so far."""

    rng: random.Random
    rules: Mapping[str, str]
    books: Mapping[str, Sequence[str]]
    seats: Sequence[str]
    told: int = 0
    """How many hands the header gives."""
    lies: float = 0.0
    """The share of answers and outcomes that are not what the deal says."""
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        cards = [card for book in self.books.values() for card in book]
        self.rng.shuffle(cards)
        self.dealt = {seat: cards[i :: len(self.seats)] for i, seat in enumerate(self.seats)}
        self.holder = {card: seat for seat, hand in self.dealt.items() for card in hand}
        self.left = dict(self.books)

    @property
    def text(self) -> str:
        """The record, no longer than it may be."""
        body = "\n".join([*self._header(), *self.lines]) + "\n"
        while len(body.encode()) > MOST_BYTES:
            body = body[: body.rindex("\n", 0, -1) + 1]
        return body

    def _header(self) -> Iterator[str]:
        rules = [f"{key}={value}" for key, value in {**self.rules, "deck": "custom"}.items()]
        yield ", ".join(["rules: pagat", *rules])
        for name, cards in self.books.items():
            yield f"book {name}: {' '.join(cards)}"
        yield f"seats: {' '.join(self.seats)}"
        yield f"dealer: {self.seats[0]}"
        yield "sizes: " + " ".join(f"{seat} {len(hand)}" for seat, hand in self.dealt.items())
        for seat in self.seats[: self.told]:
            yield f"hand {seat}: {' '.join(self.dealt[seat])}"

    def team(self, seat: str) -> Sequence[str]:
        """The seat and its teammates."""
        return self.seats[self.seats.index(seat) % 2 :: 2]

    def ask(self, yes: float = 0.1) -> None:
        """Anybody asks any opponent for a card, in half-suits they hold a card of, if they can."""
        asker = self.rng.choice(self.seats)
        held = {
            book for book, cards in self.left.items() if any(self._has(asker, c) for c in cards)
        }
        cards = [c for book in sorted(held) for c in self.left[book] if not self._has(asker, c)]
        others = [seat for seat in self.seats if seat not in self.team(asker)]
        if not cards:
            return
        card = self.rng.choice(cards)
        has = self.holder[card]
        target = has if has in others and self.rng.random() < yes else self.rng.choice(others)
        answer = (has == target) != (self.rng.random() < self.lies)
        self.lines.append(f"{asker} asks {target} {card}: {'yes' if answer else 'no'}")
        if has == target and answer:
            self.holder[card] = asker

    def claim(self, shown: bool = False) -> None:
        """Anybody claims a half-suit, at random, and what comes of it is true."""
        if not self.left:
            return
        book = self.rng.choice(sorted(self.left))
        cards = self.left.pop(book)
        claimant = self.rng.choice(self.seats)
        team = self.team(claimant)
        named = {card: self.rng.choice(team) for card in cards}
        owned = all(self.holder[card] in team for card in cards)
        outcome = "opponents" if not owned else "split"
        if all(self.holder[card] == seat for card, seat in named.items()):
            outcome = "correct"
        if self.rng.random() < self.lies:
            outcome = self.rng.choice(("correct", "split", "opponents", "cancelled"))
        line = f"{claimant} claims {book}: {_holdings(named)}: {outcome}"
        if shown and outcome != "correct":
            line += f"; shown {_holdings({card: self.holder[card] for card in cards})}"
        self.lines.append(line)
        self._drop(cards)

    def award(self) -> None:
        """The table settles a half-suit, and nobody shows it."""
        if self.left:
            book = self.rng.choice(sorted(self.left))
            self._drop(self.left.pop(book))
            self.lines.append(f"award {book} to {self.rng.choice((*self.seats, 'nobody'))}")

    def other(self) -> None:
        """A pass, a size, a decline, a challenge: by anybody."""
        one, two = self.rng.sample(self.seats, 2)
        size = sum(seat == one for seat in self.holder.values())
        book = self.rng.choice(sorted(self.left) or sorted(self.books))
        lines = (f"{one} passes to {two}", f"{one} has {size}", f"{one} declines")
        self.lines.append(self.rng.choice((*lines, f"{one} challenges {book}")))

    def _has(self, seat: str, card: str) -> bool:
        return self.holder.get(card) == seat

    def _drop(self, cards: Sequence[str]) -> None:
        for card in cards:
            self.holder.pop(card, None)


def _holdings(places: Mapping[str, str]) -> str:
    seats = dict.fromkeys(places.values())
    return ", ".join(
        f"{seat} {' '.join(c for c, at in places.items() if at == seat)}" for seat in seats
    )


def _books(sizes: Sequence[int]) -> dict[str, Sequence[str]]:
    deck = iter(DECK)
    return {f"b{i}": [next(deck) for _ in range(size)] for i, size in enumerate(sizes)}


def _rules(rng: random.Random, **fixed: str) -> dict[str, str]:
    drawn = {key: rng.choice(values) for key, values in VALUES.items()}
    return {**drawn, "high-points": "1", **fixed}


def large_half_suits(rng: random.Random) -> str:
    """Few half-suits with many cards, where tables get large: asks, then some claims."""
    sizes = rng.choice(([27, 27], [18, 18, 18], [54], [13, 13, 13, 13], [30, 12, 12]))
    seats = SEATS[: rng.choice((8, 8, 12, 16))]
    rules = _rules(rng, **{"must-claim": "yes", "reveal": rng.choice(("all", "nothing"))})
    table = Table(rng, rules, _books(sizes), seats, told=rng.choice((0, 1)))
    for _ in range(rng.choice((20, 60, 200, 500))):
        table.ask()
        if rng.random() < 0.02:
            table.claim()
    return table.text


def many_seats(rng: random.Random) -> str:
    """Sixteen seats, and half-suits that go unseen."""
    sizes = rng.choice(([54], [18] * 3, [6] * 9, [3] * 18, [4] * 13, [2] * 27))
    seats = SEATS[: rng.choice((10, 14, 16))]
    table = Table(rng, _rules(rng, reveal="nothing"), _books(sizes), seats, told=rng.choice((0, 1)))
    asks = rng.choice((5, 15, 40))
    for _ in sizes:
        for _ in range(asks):
            table.ask()
        rng.choice((table.claim, table.claim, table.award))()
    return table.text


def broken_rules(rng: random.Random) -> str:
    """Anybody says anything, whoever's turn it is, while sizes are hidden."""
    number = rng.choice((4, 6, 6, 8, 12))
    sizes = rng.choice(([6] * 8, [4] * 12, [3] * 16, [6] * 4, [2] * 24, [12, 12, 12, 12]))
    rules = _rules(rng, **{"reveal": "nothing", "forced-claims": rng.choice(("yes", "no"))})
    table = Table(rng, rules, _books(sizes), SEATS[:number], told=rng.choice((0, 1, number // 2)))
    share = rng.choice((0.02, 0.1, 0.3))
    for _ in range(rng.choice((40, 150, 500))):
        weights = (0.5, share, share / 2, rng.choice((0.05, 0.4)))
        rng.choices((table.ask, table.claim, table.award, table.other), weights)[0]()
    return table.text


def lies(rng: random.Random) -> str:
    """What is said contradicts itself, again and again."""
    number = rng.choice((4, 6, 8, 16))
    sizes = rng.choice(([6] * 8, [4] * 12, [18, 18, 18], [9] * 6))
    table = Table(rng, _rules(rng), _books(sizes), SEATS[:number], told=rng.choice((0, 1, number)))
    table.lies = rng.choice((0.01, 0.1, 0.5))
    for _ in range(rng.choice((100, 500))):
        rng.choices((table.ask, table.claim, table.other), (0.8, 0.05, 0.1))[0]()
    return table.text


def half_remembered(rng: random.Random) -> str:
    """A game of which up to twelve lines are forgotten."""
    return dumps(forgotten(rng))


FAMILIES: Final[Mapping[str, Callable[[random.Random], str]]] = {
    "large_half_suits": large_half_suits,
    "many_seats": many_seats,
    "broken_rules": broken_rules,
    "lies": lies,
    "forgotten": half_remembered,
}


def adversary(family: str, seed: int) -> str:
    """A record of a family."""
    return FAMILIES[family](random.Random(f"{family} {seed}"))
