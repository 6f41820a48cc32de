"""How hard a puzzle is: its theme and its level, from its proofs.

The *theme* is the hardest technique that the proofs use. Techniques are the rules by which the
steps of an explanation follow, in the order of ``THEMES``. The *level*, 1 to 5, is first that of
the techniques that are *enough*: of the learners who know the first so many, and take their time,
the one who knows fewest. A level is one higher where the *load* is heavy: what has to be read and
kept in mind, added up. So a puzzle that needs only easy techniques is never hard because it is
long. The level says how many events are shown that do not matter. What the techniques of a beginner
find is of level 3 at most.

This is a model. It has not been measured on people.

Where the answer is that something can't be known, the proofs are of all that *is* known of the
cards in question: that has to be seen before one can say that there is no more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.explain.evidence import evidence_of_now
from tracker.explain.explanation import TECHNIQUES, Question, Step, opposite
from tracker.explain.limits import MOST_HANDS
from tracker.explain.steps import Reasoning, Skill
from tracker.game.events import Seat
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Cause, Clause, EventCause, HandCause, Literal, SizeCause
from tracker.teach.excerpt import shown_events
from tracker.teach.puzzle import LEVELS
from tracker.teach.task import Choice, Task

MEANING: Final[Mapping[str, str]] = {
    "told": "an event, or one's own hand, says it",
    "one-left": "of several cards of which a player has one, all others are ruled out",
    "only-seat": "all other players are ruled out",
    "full-hand": "a hand is counted: all its cards are known, or all that are left are its",
    "one-each": "so many players share so many cards, one each",
    "place-taken": "a hand is counted in which a card is known only as 'one of these'",
    "hands-together": "several hands are counted together",
    "all-together": "several things hold only together: one has to try what would follow",
}
"""The techniques, the easiest first, and what each of them is."""
TO_ASK: Final[Mapping[str, str]] = {
    "told": "What does it say outright?",
    "one-left": "Of which cards must a player have one, and which of them are ruled out?",
    "only-seat": "Who is ruled out as the holder, and who is left?",
    "full-hand": "How many cards has that hand, and how many of them are known?",
    "one-each": "Which players share so many cards, one each?",
    "place-taken": "In which hand is a place taken by 'one of these', and what room is left?",
    "hands-together": "How many cards do several hands have room for, counted together?",
    "all-together": "What would follow if it were otherwise?",
}
"""The question that leads to a step of each technique."""
THEMES: Final = TECHNIQUES
"""The techniques by which puzzles are sorted."""
TECHNIQUE_LEVEL: Final[Mapping[str, int]] = {
    "told": 1,
    "one-left": 1,
    "only-seat": 1,
    "full-hand": 2,
    "one-each": 3,
    "place-taken": 4,
    "hands-together": 5,
    "all-together": 5,
}
"""The level of a puzzle that needs a technique, and whose load is light."""
BEGINNERS_TECHNIQUES: Final = THEMES.index("full-hand") + 1
"""How many techniques a beginner knows: all up to counting one hand. Nothing else can be found by
crossing off one impossible place after the other."""
BEGINNERS_LEVEL: Final = 3
"""The highest level of what a beginner finds."""
HEAVY: Final = 2.0
"""The load from which on a puzzle is one level harder: about the median in simulated games."""
MORE_SHOWN: Final = 2
"""So many events that do not matter are shown for each level above the first."""
_LOADS: Final[Mapping[str, float]] = {
    "step": 0.6,
    "event": 0.35,
    "hand": 0.7,
    "read": 1 / 15,
    "since": 1 / 20,
}
"""The load of each step after the first, of each event to be remembered, of each hand to be
counted, of each event that has to be read, and of each of these after the oldest to be
remembered."""
_PLAIN_CAUSES: Final = 2
"""From so few causes it is plain that several things cannot all be so."""


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is, and the measures of its proofs that this depends on."""

    theme: str
    level: int
    causes: tuple[Cause, ...]
    """The causes of all the proofs."""
    load: float
    """What has to be read and kept in mind, added up."""
    enough: int
    """How many of ``THEMES``, the easiest first, are enough to find the answer."""
    shown: tuple[int, ...]
    """The numbers of the events that are enough to read."""
    sizes: Mapping[str, int]
    """How much there is to take in: the events to ``read``, and the ``cited`` ones of them; the
    ``steps`` that need a technique and say something of a card, at least 1; the most causes and
    earlier steps that one step takes ``at once``; and the most proofs that have the same causes:
    ``repeats`` of one another."""
    smallest: bool
    """Whether the proofs are known to be the smallest; else no cause of theirs can be left out."""

    @property
    def is_needed(self) -> bool:
        """Whether the theme, with all easier ones, finds the answer, and without it nobody does.

        Several hands together, and trying what would follow, are shortcuts as a rule:
        ``place-taken`` gets there, too, hand by hand, by a longer way. For them it is enough that
        nothing easier than ``place-taken`` does.
        """
        own = THEMES.index(self.theme)
        return min(own, THEMES.index("place-taken")) < self.enough <= own + 1

    @property
    def events(self) -> tuple[int, ...]:
        """The numbers of the events that have to be remembered."""
        return _events(self.causes)


def grade(task: Task) -> Grade:
    """How hard a task is, as modelled."""
    proofs = task.proofs()
    causes = tuple(dict.fromkeys(cause for proof in proofs for cause in proof.because))
    empty = {seat for seat, size in task.deduction.state.sizes.items() if size == 0}
    steps = [step for proof in proofs for step in proof.steps if not _is_plain(step, empty)]
    # Steps that only count are on the way to those that say something of a card.
    number, theme = max(sum(bool(step.conclusion) for step in steps), 1), hardest(steps)
    asked = [task.puzzle.at] if task.question.kind == "follows" else []
    to_show = {*asked, *_events(causes)}
    load = _load(number, causes, shown_events(task.deduction, to_show, 0))
    enough = techniques_enough(task)
    highest = BEGINNERS_LEVEL if enough <= BEGINNERS_TECHNIQUES else LEVELS[-1]
    level = min(TECHNIQUE_LEVEL[THEMES[enough - 1]] + (load >= HEAVY), highest)
    shown = shown_events(task.deduction, to_show, MORE_SHOWN * (level - 1))
    same_causes = Counter(proof.because for proof in proofs if len(proof.because) > 1)
    sizes = {
        "read": len(shown),
        "cited": len(_events(causes)),
        "steps": number,
        "at once": max((step.size for step in steps), default=0),
        "repeats": max(same_causes.values(), default=0),
    }
    return Grade(
        theme=theme,
        level=level,
        causes=causes,
        load=load,
        enough=enough,
        shown=shown,
        sizes=sizes,
        smallest=all(proof.smallest for proof in proofs),
    )


def _events(causes: Iterable[Cause]) -> tuple[int, ...]:
    """The numbers of the events among some causes."""
    return tuple(cause.number for cause in causes if isinstance(cause, EventCause))


def _load(steps: int, causes: Sequence[Cause], read: Sequence[int]) -> float:
    """What has to be read and kept in mind, added up."""
    events = _events(causes)
    times = {
        "step": steps - 1,
        "event": len(events),
        "hand": sum(isinstance(cause, HandCause | SizeCause) for cause in causes),
        "read": len(read),
        "since": sum(number > min(events) for number in read) if events else 0,
    }
    return sum(_LOADS[what] * count for what, count in times.items())


# -- techniques -----------------------------------------------------------------------------------


def hardest(steps: Iterable[Step]) -> str:
    """The hardest technique that some steps use; that of being told, where there are no steps."""
    return max((step.technique for step in steps), key=THEMES.index, default=THEMES[0])


def _is_plain(step: Step, empty: Collection[Seat]) -> bool:
    """Whether a step takes no technique.

    Args:
        step: the step.
        empty: the seats whose hands are publicly empty: there is nothing to count.
    """
    if step.technique == "full-hand":
        sizes = (cause for cause in step.because if isinstance(cause, HandCause | SizeCause))
        return all(cause.seat in empty for cause in sizes)
    chooses = any(isinstance(each, Clause) and len(each.literals) > 1 for each in step.concludes)
    return step.technique == THEMES[0] or (chooses and len(step.because) <= _PLAIN_CAUSES)


# -- what can be found with the easier techniques -------------------------------------------------


_SKILLS: Final = (
    (),
    (Skill(1),),
    (Skill(1),),
    (Skill(1), Skill(1, 1)),
    (Skill(1), Skill(1, 1), Skill(None, 1)),
    (Skill(1), Skill(None, 1, places=True)),
    (Skill(1), Skill(None, MOST_HANDS, places=True)),
)
"""What those know who know the first so many of ``THEMES``, from one on."""


class Mastery(Reasoning):
    """All that follows for somebody who knows only the first so many techniques.

    The steps of an explanation are chosen for being few. A longer way may do without the technique
    of the proof; so what a puzzle *needs* is found out by trying the easier techniques, however
    long they take. The last technique of all, to try what would follow, is no inference: whoever
    knows it finds everything. Whoever does not know ``only-seat`` thinks that a card may be with
    nobody.

    Example: ``Mastery(deduction, 4)`` knows ``told``, ``one-left``, ``only-seat``, ``full-hand``.

    Args:
        deduction: the position.
        techniques: how many of ``THEMES`` are known.
    """

    def __init__(self, deduction: Deduction, techniques: int) -> None:
        known = deduction.knowledge
        super().__init__(
            known.seats,
            known.books,
            evidence_of_now(known, deduction.state).facts,
            _SKILLS[max(techniques - 1, 0)],
            nowhere=techniques <= THEMES.index("only-seat"),
        )
        self._joins = techniques > THEMES.index("one-each")
        self.follow()

    def decides(self, literals: Iterable[Literal]) -> bool:
        """Whether it follows that all of some literals about the deal are true, or one is false."""
        literals = tuple(literals)
        if all(map(self.known, literals)) or any(map(self.known, map(opposite, literals))):
            return True
        return self._joins and self.refutes(literals)


def finds(task: Task, techniques: int) -> bool:
    """Whether the first so many techniques find all that the proofs of a task conclude."""
    if techniques >= len(THEMES):
        return True
    mastery, state = Mastery(task.deduction, techniques), task.deduction.state
    return all(
        mastery.decides(Question(proof.conclusion, state).hidden)
        for proof in task.proofs()
        if proof.because
    )


def techniques_enough(task: Task) -> int:
    """How many of ``THEMES``, the easiest first, find all that the proofs of a task conclude."""
    return next(number for number in range(1, len(THEMES) + 1) if finds(task, number))


# -- what a wrong answer suggests -----------------------------------------------------------------

GUESS: Final = "guess"
"""What may be so was taken for certain."""
RULED_OUT: Final = "ruled-out"
"""What may be so was taken for impossible."""
SLIPS: Final[Mapping[str, str]] = {
    GUESS: "what may be so was taken for certain",
    RULED_OUT: "what may be so was taken for impossible",
}
"""What a wrong answer may suggest besides a technique that was missed."""


def missed_technique(task: Task, choice: Choice) -> str:
    """What a wrong answer suggests was missed: one of ``THEMES``, or of ``SLIPS``.

    Where it says that a card is where it cannot be, that is the easiest technique with which this
    is found. Where it leaves open what can be known, it is the hardest that the answer needs.
    """
    wrong, holders = task.wrong(choice), task.deduction.holders
    places = [part for each in wrong if "proven" in each.wanted for part in each.says.parts]
    impossible = [part for part in places if part.seat not in holders(part.card)]
    if impossible:
        return _easiest_against(task, impossible)
    if any(option.judgement == "open" for option in wrong):
        return GUESS if any("refuted" not in option.wanted for option in wrong) else RULED_OUT
    if any(option.judgement == "open" for option in task.missing(choice)):
        return RULED_OUT
    return THEMES[techniques_enough(task) - 1]


def _easiest_against(task: Task, impossible: Sequence[Literal]) -> str:
    """The easiest technique that finds one of some places to be impossible."""
    lacks = [[opposite(part)] for part in impossible]
    found = (
        theme
        for known, theme in enumerate(THEMES[:-1], start=1)
        if any(map(Mastery(task.deduction, known).decides, lacks))
    )
    return next(found, THEMES[-1])
