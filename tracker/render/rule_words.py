"""The rules in words: what each value of each key means, and what it changes for deduction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rich.text import Text

from tracker.answers import Answer, json_keys
from tracker.game.rules import VALUES, Rules
from tracker.render.document import BLANK, Block, Document, Heading, Pairs, indented, line
from tracker.render.forms import Forms


@dataclass(frozen=True)
class Words:
    """What one value of a key means."""

    meaning: str
    deduction: str = ""
    """What it lets one conclude, or no longer conclude; empty: nothing changes."""


_SUITS_OF_SIX = "each suit is a low and a high half-suit of six cards"

WORDS: Final[Mapping[str, Mapping[str, Words]]] = MappingProxyType(
    {
        "deck": {
            "no8": Words(f"48 cards, no 8s: {_SUITS_OF_SIX}, 2–7 and 9–A"),
            "no2": Words(f"48 cards, no 2s: {_SUITS_OF_SIX}, 3–8 and 9–A"),
            "no7": Words(f"48 cards, no 7s: {_SUITS_OF_SIX}, A–6 and 8–K"),
            "full52": Words("52 cards: low half-suits 2–7 (six cards), high ones 8–A (seven)"),
            "jokers54": Words("54 cards: as no8, plus the half-suit of the four 8s and two jokers"),
            "quartets52": Words("52 cards: thirteen sets of the four cards of a rank"),
            "custom": Words("the half-suits that the record's header spells out"),
        },
        "own-card-asks": {
            "forbidden": Words(
                "a player may not ask for a card they hold",
                "an ask says: the asker lacks the card and holds another of its half-suit",
            ),
            "bluff": Words(
                "a player may ask for a card they hold",
                "an ask says only: the asker holds one or more of the half-suit, "
                "the named card included",
            ),
            "surrender": Words(
                "a player who asks for a card they hold gives it to the player asked",
                "an ask at which no card is given up says: the asker lacks the card "
                "and holds another of its half-suit",
            ),
        },
        "claims": {
            "own-turn": Words("a player may claim only in their own turn; else it is penalised"),
            "any-time": Words(
                "anyone may claim at any time, a player without cards too; "
                "the turn stays where it was"
            ),
            "team-turn": Words(
                "any player of the team whose turn it is may claim; else it is penalised",
                "a claim says that it was the turn of the claimant's team, not of the claimant",
            ),
        },
        "claim-other-team": {
            "no": Words("a claim names cards in the hands of the claimant's team"),
            "yes": Words(
                "a claim may also name cards in the hands of the other team: right, the "
                "claimant's team scores the half-suit; wrong, the other team does",
                "the outcome of such a claim is about the team that it names",
            ),
        },
        "wrong-split": {
            "cancelled": Words("a claim right but for the naming: nobody scores the half-suit"),
            "opponents": Words("a claim right but for the naming: the opponents score it"),
            "stays": Words(
                "a claim right but for the naming changes nothing: the cards stay in play",
                "the wrong naming stays a fact about cards still in play",
            ),
        },
        "opponent-holds": {
            "opponents": Words("a claim of which an opponent holds a card: the opponents score it"),
            "minus-one": Words(
                "a claim of which an opponent holds a card costs a point; the cards stay in play",
                "that an opponent holds one stays a fact about cards still in play",
            ),
        },
        "reveal": {
            "all": Words(
                "after any claim all holders show their cards",
                "every claim tells where its cards were",
            ),
            "nothing": Words(
                "after a claim nobody shows cards",
                "a wrong claim tells only its outcome; hand sizes may be unknown after it, and a "
                "legal ask to a player then says that they hold a card",
            ),
        },
        "turn-after-claim": {
            "unchanged": Words("after a correct claim the turn stays where it was"),
            "claimant": Words("after a correct claim the claimant goes on"),
            "team-chooses": Words("after a correct claim the team chooses who goes on"),
        },
        "turn-after-wrong-claim": {
            "unchanged": Words("after a wrong claim the turn stays where it was"),
            "opponents": Words("after a wrong claim the opponents go on"),
        },
        "out-of-cards": {
            "player-chooses": Words(
                "a player left without cards by a claim passes the turn to a teammate with cards",
                "a pass says: who passes has no cards, and who gets the turn has",
            ),
            "last-asker-chooses": Words(
                "for a player left without cards by a claim, the last opponent who asked them "
                "chooses which teammate goes on",
                "a pass says: who passes has no cards, and who gets the turn has",
            ),
        },
        "must-claim": {
            "no": Words("nobody has to claim a half-suit they hold"),
            "yes": Words(
                "whoever holds a whole half-suit at their turn must claim it before asking",
                "an ask also says: the asker holds no complete half-suit",
            ),
        },
        "hand-sizes": {
            "public": Words("a player asked about their hand says how many cards it has"),
            "empty-only": Words(
                "a player asked about their hand says only whether it is empty",
                "sizes are known from the play alone",
            ),
        },
        "announce-last": {
            "no": Words("nobody has to announce a small hand"),
            "yes": Words(
                "a player says so when down to one card, and when out",
                "an announcement is a fact about the hand, where its size was not known",
            ),
        },
        "first-turn": {
            "dealer": Words("the dealer begins"),
            "left": Words("the player at the dealer's left begins"),
            "right": Words("the player at the dealer's right begins"),
        },
        "high-points": {
            "1": Words("every half-suit scores one point"),
            "2": Words("a high half-suit scores two points, a low one one"),
        },
        "forced-claims": {
            "no": Words("nobody has to claim in turn at the end"),
            "yes": Words(
                "when a team must claim what is left, its members claim or decline in turn; after "
                "twice as many chances each as half-suits are left, the opponents score the rest"
            ),
        },
        "challenge": {
            "no": Words("nobody can make the other team claim"),
            "yes": Words(
                "a player may challenge the other team to claim a half-suit; if all of them "
                "decline twice, the challenger names where the cards lie in that team's hands",
                "the outcome of the challenger's naming is a fact about that team's hands",
            ),
        },
        "endgame": {
            "alone": Words(
                "when one team has no cards, the player of the other whose turn it is claims the "
                "rest alone"
            ),
            "any-player": Words(
                "when one team has no cards, any player of the other may claim the rest"
            ),
        },
    }
)
"""What each value of each key means."""


# -- the answers ----------------------------------------------------------------------------------


@json_keys("rules=name", "values")
@dataclass(frozen=True, repr=False)
class RuleSet(Answer):
    """Rules, to be told key by key.

    Keys:
        rules, values: The name, and the value of every key.
    """

    name: str
    """What to call them: a preset, or a file."""
    rules: Rules


@json_keys("rules", "differ")
@dataclass(frozen=True, repr=False)
class RuleDifference(Answer):
    """Two sets of rules, to be told in what they differ.

    Keys:
        differ: With --diff: both values of each key in which they differ; ``rules`` has both names.
    """

    first: RuleSet
    second: RuleSet


# -- key by key -----------------------------------------------------------------------------------


def _rules_text(rule_set: RuleSet) -> Document:
    """Key by key, what its value means and what that changes for deduction."""
    rows = []
    for key, value in rule_set.rules.items().items():
        words = WORDS[key][value]
        meaning = Text(words.meaning)
        if words.deduction:
            meaning.append(f"\n→ {words.deduction}", style="dim")
        mark = "" if value == VALUES[key][0] else " *"
        rows.append((Text(f"{key}={value}{mark}", "bold"), meaning))
    legend = line("* not the default   → what it means for deduction")
    return [Heading(f"Rules {rule_set.name}"), BLANK, Pairs(rows), BLANK, legend]


RULE_SET: Final = Forms[RuleSet](
    line=lambda rule_set: rule_set.name,
    document=_rules_text,
    derived={"RuleSet.values": lambda rule_set, _: rule_set.rules.items()},
)


def _difference_text(difference: RuleDifference) -> Document:
    """In what two sets of rules differ, and what that changes for deduction."""
    sets = (difference.first, difference.second)
    keys = sets[0].rules.overrides(sets[1].rules)
    if not keys:
        return [line(" and ".join(rules.name for rules in sets) + " do not differ.")]
    parts: list[Block] = []
    is_for_deduction = "deck" in keys
    for key in keys:
        parts.append(line(key, "bold"))
        for rule_set in sets:
            value = rule_set.rules.items()[key]
            words = WORDS[key][value]
            parts.append(indented(f"{rule_set.name}: {value}"))
            parts.append(indented(words.meaning, 4))
            if words.deduction:
                is_for_deduction = True
                parts.append(line(f"→ {words.deduction}", "dim", indent=4))
    if not is_for_deduction:
        parts.append(line("Nothing of it changes what can be deduced."))
    return parts


DIFFERENCE: Final = Forms[RuleDifference](
    line=lambda difference: f"{difference.first.name} and {difference.second.name}",
    document=_difference_text,
    derived={
        "RuleDifference.rules": lambda both, _: [both.first.name, both.second.name],
        "RuleDifference.differ": lambda both, _: {
            key: [value, both.second.rules.items()[key]]
            for key, value in both.first.rules.overrides(both.second.rules).items()
        },
    },
)
