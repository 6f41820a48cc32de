"""Manners: how the simulated players play, as probabilities.

The rules say what is legal; manners say what players make of it. Every number is the probability
of one occasion taken, between 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Manners:
    """How often players do what the rules let them do, and what they let slip.

    The defaults make a game of people who pay attention and keep to the rules.
    """

    attention: float = 0.95
    """An ask that everyone knows the answer of (a no) is avoided."""
    boldness: float = 0.6
    """A half-suit of the team's is claimed, for each of its cards the claimant has not seen."""
    patience: float = 0.05
    """A claim that could be made is kept for later."""
    misnaming: float = 0.05
    """A claim puts an unseen card with the wrong teammate."""
    overreach: float = 0.02
    """A half-suit is claimed all the same, for each of its cards that an opponent holds."""
    bluff: float = 0.1
    """A player asks for a card of their own, where the rules let them."""
    eagerness: float = 0.3
    """Somebody not at turn looks whether to claim, where the rules let them."""
    interruption: float = 0.001
    """Somebody claims out of turn where the rules penalise it."""
    challenge: float = 0.01
    """Somebody challenges the other team, where the rules let them."""
    spoken_pass: float = 0.8
    """The pass of a turn is said (else the next player just goes on)."""
    curiosity: float = 0.01
    """Somebody is asked for the size of their hand."""
    thoroughness: float = 0.0
    """The cards of a correct claim are noted as shown, too."""
    accident: float = 0.0
    """A card is exposed, moved by the table, or a half-suit awarded."""
    slip: float = 0.0
    """An event is irregular: an invalid ask, a claim out of turn that is let stand."""


PEOPLE = Manners()
"""People who pay attention."""

CHAOS = Manners(
    attention=0.5,
    boldness=0.5,
    patience=0.3,
    misnaming=0.25,
    overreach=0.3,
    bluff=0.25,
    eagerness=0.3,
    interruption=0.04,
    challenge=0.08,
    spoken_pass=0.5,
    curiosity=0.08,
    thoroughness=0.2,
    accident=0.05,
    slip=0.05,
)
"""Everything that can happen, often."""
