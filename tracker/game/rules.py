"""The rules as data: keys with values, and presets as named sets of values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Final, Literal, get_args, get_type_hints

from tracker.errors import RecordError
from tracker.game.cards import DECKS

YesNo = Literal["no", "yes"]


@dataclass(frozen=True)
class Rules:
    """One value for each key; the defaults are pagat's.

    A field is a key of the notation with ``-`` written ``_``. Values are the notation's strings.

    Raises:
        RecordError: for a value that the key does not have, or values that make no sense together.
    """

    deck: Literal["no8", "no2", "no7", "full52", "jokers54", "quartets52", "custom"] = "no8"
    own_card_asks: Literal["forbidden", "bluff", "surrender"] = "forbidden"
    claims: Literal["own-turn", "any-time", "team-turn"] = "own-turn"
    claim_other_team: YesNo = "no"
    wrong_split: Literal["cancelled", "opponents", "stays"] = "cancelled"
    opponent_holds: Literal["opponents", "minus-one"] = "opponents"
    reveal: Literal["all", "nothing"] = "all"
    turn_after_claim: Literal["unchanged", "claimant", "team-chooses"] = "unchanged"
    turn_after_wrong_claim: Literal["unchanged", "opponents"] = "unchanged"
    out_of_cards: Literal["player-chooses", "last-asker-chooses"] = "player-chooses"
    must_claim: YesNo = "no"
    hand_sizes: Literal["public", "empty-only"] = "public"
    announce_last: YesNo = "no"
    first_turn: Literal["dealer", "left", "right"] = "dealer"
    high_points: Literal["1", "2"] = "1"
    forced_claims: YesNo = "no"
    challenge: YesNo = "no"
    endgame: Literal["alone", "any-player"] = "alone"

    def __post_init__(self) -> None:
        for key, value in self.items().items():
            if value not in VALUES[key]:
                raise RecordError(
                    f"{value!r} is not a value of {key!r} (expected {', '.join(VALUES[key])})"
                )
        if self.high_points == "2" and self.deck == "quartets52":
            raise RecordError("high-points=2 makes no sense with quartets52: no half-suit is high")

    def items(self) -> dict[str, str]:
        """The values by key, both as the notation writes them."""
        return {name.replace("_", "-"): value for name, value in asdict(self).items()}

    def with_values(self, values: Mapping[str, str]) -> Rules:
        """These rules with some values replaced.

        Args:
            values: new values by key, both as the notation writes them.
        """
        for key in values:
            if key not in VALUES:
                raise RecordError(f"{key!r} is not a rule (expected one of {', '.join(VALUES)})")
        merged = {**self.items(), **values}
        return Rules(**{key.replace("-", "_"): value for key, value in merged.items()})  # type: ignore[arg-type]

    def overrides(self, base: Rules) -> dict[str, str]:
        """The values in which these rules differ from ``base``, by key."""
        other = base.items()
        return {key: value for key, value in self.items().items() if value != other[key]}


def _values() -> dict[str, tuple[str, ...]]:
    hints = get_type_hints(Rules)
    return {field.name.replace("_", "-"): get_args(hints[field.name]) for field in fields(Rules)}


VALUES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(_values())
"""The values of each key, the default first."""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "pagat": Rules(),
        "wikipedia-2006": Rules(
            deck="no2",
            wrong_split="stays",
            opponent_holds="minus-one",
            turn_after_claim="team-chooses",
            turn_after_wrong_claim="opponents",
        ),
        "canadian-54": Rules(deck="jokers54", claims="any-time", wrong_split="opponents"),
        "india-52": Rules(deck="full52", high_points="2"),
        "quartets": Rules(deck="quartets52"),
        "either-team-48": Rules(claim_other_team="yes", reveal="nothing"),
        "team-turn-48": Rules(
            claims="team-turn", claim_other_team="yes", wrong_split="opponents", reveal="nothing"
        ),
    }
)
"""The named sets of values."""


def presets_that_have(card: str | None) -> tuple[str, ...]:
    """The names of the presets whose deck has a card."""
    decks = ((name, DECKS.get(rules.deck)) for name, rules in PRESETS.items())
    return tuple(name for name, deck in decks if deck and card in deck.position)
