"""The yardstick for holders: answer set programming, from scratch for each position.

clingo's ``--enum-mode=brave`` gives the union of all answer sets, that is every possible placement.
"""

from __future__ import annotations

import clingo

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Count, Fact, Knowledge

Placement = tuple[Card, Seat]


def program(known: Knowledge) -> str:
    """The deals of some knowledge as a logic program."""
    card_id = {card: i for i, card in enumerate(known.cards)}
    seat_id = {seat: i for i, seat in enumerate(known.seats)}
    lines = [f"card(0..{len(card_id) - 1}). seat(0..{len(seat_id) - 1})."]
    lines.append("1 { x(C,S) : seat(S) } 1 :- card(C).")
    lines += [
        f":- not {size} {{ x(C,{seat_id[seat]}) : card(C) }} {size}."
        for seat, size in known.sizes.items()
    ]
    for number, fact in enumerate(known.facts):
        lines += _constraints(fact, number, card_id, seat_id)
    lines.append("#show x/2.")
    return "\n".join(lines)


def _constraints(
    fact: Fact, number: int, card_id: dict[Card, int], seat_id: dict[Seat, int]
) -> list[str]:
    """A fact; of alternatives, some are chosen (by number), and what is chosen has to hold."""
    if isinstance(fact, Clause):
        parts = [
            f"{'not ' if holds else ''}x({card_id[card]},{seat_id[seat]})"
            for card, seat, holds in fact.literals
        ]
        return [f":- {', '.join(parts)}."]
    return [f":- not {_counted(fact, card_id, seat_id)}."]


def _counted(fact: Count, card_id: dict[Card, int], seat_id: dict[Seat, int]) -> str:
    cards = "; ".join(f"x({card_id[card]},{seat_id[fact.seat]})" for card in fact.cards)
    return f"{fact.least} {{ {cards} }} {fact.most}"


def possible(known: Knowledge) -> set[Placement]:
    """Every placement that some consistent deal has."""
    control = clingo.Control(["--enum-mode=brave", "0"])
    control.add("base", [], program(known))
    control.ground([("base", [])])
    shown: list[clingo.Symbol] = []
    with control.solve(yield_=True) as models:
        for model in models:
            shown = list(model.symbols(shown=True))
    return {
        (known.cards[symbol.arguments[0].number], known.seats[symbol.arguments[1].number])
        for symbol in shown
    }
