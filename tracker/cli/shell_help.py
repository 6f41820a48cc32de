"""The commands of ``tracker enter``: how each is typed, what it does, and how it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.errors import NotationError, RecordError
from tracker.game.lookup import card_form, seats_like, spoken_card
from tracker.messages import closest, quote
from tracker.notation.statements import is_verb


@dataclass(frozen=True)
class Usage:
    """How a command is typed."""

    name: str
    rest: str
    meaning: str

    @property
    def typed(self) -> str:
        """The whole of it."""
        return f"{self.name} {self.rest}".strip()

    @property
    def expected(self) -> RecordError:
        """The error where something else was typed."""
        return RecordError(f"expected '{self.typed}'")


COMMANDS: Final = {
    usage.name: usage
    for usage in (
        Usage("!", "", "keep the statement just refused, as irregular"),
        Usage("mend", "[K]", "what would make what was refused fit; do it"),
        Usage("undo", "", "take back the last change"),
        Usage("redo", "", "make it again"),
        Usage("edit", "N STATEMENT", "put another statement in the place of event N"),
        Usage("insert", "N STATEMENT", "put a statement before event N"),
        Usage("delete", "N[-M]", "take event N out, or those from N to M"),
        Usage("comment", "[N:] TEXT", "comment at the end, or beside event N"),
        Usage("hands now", "SEAT CARD…, …", "which cards the players hold here, as they recall"),
        Usage("list", "[N [M]]", "the last ten events, or those from N (to M)"),
        Usage("problems", "", "what is wrong with the record"),
        Usage("show", "[BOOK…|all]", "the grid, as it fits; some half-suits; all of it"),
        Usage("grid", "[BOOK…|off]", "keep the grid in sight above the status line"),
        Usage("claims", "[BOOK: HOLDINGS]", "what can be claimed; or whether this can"),
        Usage("deals", "", "how many deals remain; odds for every card"),
        Usage("who", "CARD", "who can hold it, how likely; or since when certain"),
        Usage(
            "why",
            "CARD SEAT [lacks]",
            "why; also of BOOK: HOLDINGS; 'since' behind: when",
        ),
        Usage("why all", "", "all that follows, in steps, the easiest first"),
        Usage("hint", "", "the first of these steps"),
        Usage("knows", "", "who could prove each half-suit, and since when"),
        Usage("asks", "[SEAT|N]", "every legal ask, its odds; of event N, both answers"),
        Usage("audit", "[N|missed]", "claims and asks, judged; one of them; claims missed"),
        Usage("timeline", "", "what each event told the view"),
        Usage("gaps", "", "what nobody remembers: what it can be, whom to ask"),
        Usage("score", "", "turn, score, hands, settled half-suits"),
        Usage("as", "VIEW", "look as public, a seat, or seats joined by +"),
        Usage("at", "N", "look at the moment after N events"),
        Usage("back", "", "look at the end again"),
        Usage("what if", "[STATEMENT]", "begin a branch at the moment looked at"),
        Usage("keep", "[as FILE]", "make it part of the record; or a file of its own"),
        Usage("discard", "", "leave the branch"),
        Usage("save as", "FILE", "write the record to a new file, and go on in that"),
        Usage("reload", "", "take the file as somebody else has written it"),
        Usage("clear", "", "an empty screen"),
        Usage("help", "[COMMAND|all]", "this list, or one line of it"),
        Usage("quit", "", "leave; also Ctrl-D. Everything is saved already"),
    )
}
"""By name, in the order of the help."""
_GROUPS: Final = {
    "Mending": ("undo", "redo", "edit", "insert", "delete", "comment", "!", "mend", "problems"),
    "The end": ("hands now",),
    "Looking": ("show", "grid", "list", "score", "claims", "deals"),
    "Asking": ("who", "why", "why all", "hint", "knows", "asks", "audit", "timeline", "gaps"),
    "Where from": ("as", "at", "back"),
    "Branches": ("what if", "keep", "discard"),
    "The file": ("save as", "reload", "clear", "quit"),
}
"""The commands by what they are for, as the short help has them."""
LOOKING: Final = (*_GROUPS["Looking"], *_GROUPS["Asking"], "problems")
"""The commands that only look: they can be interrupted."""
ALIASES: Final = {"exit": "quit", "?": "help", "whatif": "what if"}

_QUESTIONS: Final = (
    *("what", "who", "whose", "whom", "where", "when", "which", "how", "why", "can", "could"),
    *("may", "should", "would", "will", "does", "do", "did", "is", "are", "was", "were", "has"),
    *("have", "tell", "show", "give", "print", "explain", "list", "find", "what's", "who's"),
    "where's",
)
"""The words with which a question begins, rather than a statement."""
CLUES: Final = {
    name: frozenset(words.split())
    for name, words in {
        "turns": "turns",
        "report": "report page html",
        "signals": "signal signals convention conventions",
        "train": "train puzzle puzzles practise practice",
        "check": "check legal illegal",
        "rules": "rule rules",
        "audit": "guess guessed guesses lucky right wrong mistake mistakes judge judged",
        "hint": "hint next easiest",
        "why all": "follow follows certain sure deduce deduced conclude",
        "knows": "know knows knew known claimed prove proved proven provable",
        "claims": "claim claims declare declared",
        "asks": "ask asks should best",
        "deals": "likely odds chance chances probability deals possible possibilities",
        "score": "turn score win wins won winning points lead leads leading many",
        "list": "events last happened history so far",
        "timeline": "learn learnt learned told tell",
        "gaps": "forgotten forgot missing remember remembers",
        "why": "why because reason explain",
        "who": "has have had hold holds held where where's who's",
    }.items()
}
"""The words of a question, by the command that answers it; of two as good, the first is meant."""

STATEMENTS: Final = (
    "Ann asks Bob 5H: no     a > b 5h n     b 5h n, b5hn (by whose turn it is)",
    "Ann asked Bob for the five of hearts, no    (or: for some low heart)",
    "Carl claims low clubs: Ann 2C 3C, Carl rest: correct",
    "Ann passes to Carl      Ann has 3      Ann shows 5H      award LC to nobody",
    "hand Bob: 7S ...        title: TEXT    # a comment",
    "forgotten: Ann asks ? 9H/10H: ?   ... 2 asks   ...   now Ann: 2C 3C",
)
"""What else can be typed, by example."""


def split_command(line: str) -> tuple[str, str] | None:
    """The command that a line gives, and what stands behind it; None for a statement.

    A seat may have the name of a command: what goes on with a verb is a statement.
    """
    words = line.split(maxsplit=2)
    if not words or (len(words) > 1 and is_verb(words[1].lower())):
        return None
    if words[0].lower() == "claims" and line.count(":") > 1:
        return None  # a claim of whoever has the turn, with its outcome
    for size in (2, 1):
        name = " ".join(words[:size]).lower()
        name = ALIASES.get(name, name)
        if name in COMMANDS:
            return name, line.split(maxsplit=size)[size] if len(line.split()) > size else ""
    return None


def help_lines(name: str = "") -> Iterator[str]:
    """The help, or one line of it."""
    name = ALIASES.get(name.lower(), name.lower())
    width = max(len(usage.typed) for usage in COMMANDS.values()) + 2
    chosen = [COMMANDS[name]] if name in COMMANDS else list(COMMANDS.values())
    if name not in COMMANDS:
        yield "Statements"
        yield from (f"  {line}" for line in STATEMENTS)
        yield "Commands"
    yield from (f"  {usage.typed:<{width}}{usage.meaning}" for usage in chosen)


def short_help_lines() -> Iterator[str]:
    """The help in as few lines as will do: statements, and the names of the commands."""
    yield "Statements"
    yield from (f"  {line}" for line in STATEMENTS)
    yield "Commands"
    for group, names in _GROUPS.items():
        yield f"  {group:<12}{', '.join(names)}"
    yield "'help COMMAND' says how one is typed and what it does, 'help all' does of all."


def question_hint(line: str, seats: Sequence[str], file: str, command: str = "") -> str:
    """What to type for an answer, where a line is a question; else nothing.

    Args:
        line: what was typed.
        seats: the players, whose names no question begins with.
        file: the record's file, for commands that are not of this shell.
        command: the command that the line was read as, if any: it is nothing new.
    """
    words = [word.lower().strip("?,.!") for word in line.split()]
    if not words or seats_like(line.split()[0], seats):
        return ""
    asks = words[0] in _QUESTIONS or line.rstrip().endswith("?")
    if not asks and not (words[0] in CLUES and words[0] not in COMMANDS):
        return ""
    hits = {name: len(clues.intersection(words)) for name, clues in CLUES.items()}
    best = max(hits, key=lambda name: hits[name])
    name = best if hits[best] else command or "help"
    return "" if name == command else f"is it a question? Then {_typing(name, words, file)}"


def command_hint(line: str, seats: Sequence[str]) -> str:
    """The command that a line may be a slip in, as ``or did you mean the command 'show'?``."""
    words = line.split()
    if not words or seats_like(words[0], seats):
        return ""
    close = closest(words[0], COMMANDS) if words[0].isalpha() else None
    return f"or did you mean the command {quote(close)}?" if close else ""


def _typing(name: str, words: Sequence[str], file: str) -> str:
    """How to type a command, of this shell or not, that answers a question of these words."""
    if name not in COMMANDS:
        whole = f"tracker {name}" if name in ("rules", "train") else f"tracker {name} {file}"
        return f"'quit', and type '{whole}'"
    card = next(filter(None, (_card_said(words[place:]) for place in range(len(words)))), "CARD")
    return f"type {quote(COMMANDS[name].typed.replace('CARD', card, 1))}"


def _card_said(words: Sequence[str]) -> str | None:
    """The card that words begin with; None where that is none."""
    spoken = spoken_card(words)
    return spoken[0] if spoken else card_form(words[0])


# -- what stands behind a command ----------------------------------------------------------------


def require_nothing(name: str, rest: str) -> None:
    """Refuse what stands behind a command that takes nothing.

    Raises:
        RecordError: where there is any.
    """
    if rest:
        raise RecordError(f"'{name}' stands alone (found {quote(rest)} behind it)")


def event_number(text: str, most: int, least: int = 1) -> int:
    """The number of an event.

    Raises:
        RecordError: where it is none from ``least`` to ``most``.
    """
    text = text.strip().rstrip(".:")
    if not (text.isascii() and text.isdecimal() and least <= int(text[:9]) <= most):
        known = f"expected {least} to {most}" if most >= least else "there is none yet"
        raise RecordError(f"{quote(text)} is not the number of an event ({known})")
    return int(text)


def notation_lines(error: NotationError) -> list[str]:
    """What is wrong with a line, and in which column."""
    return [f"column {problem.column}: {problem.message}" for problem in error.problems]
