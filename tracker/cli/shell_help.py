"""The commands of ``tracker enter``: how each is typed, what it does, and how it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tracker.errors import NotationError, RecordError
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
        Usage("delete", "N", "take event N out"),
        Usage("comment", "[N:] TEXT", "comment at the end, or beside event N"),
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

_QUESTIONS: Final = frozenset(
    ("what", "who", "where", "when", "which", "how", "can", "could", "does", "do", "is", "are")
)
"""The words with which a question begins, rather than a statement or a command."""
_CLUES: Final = {
    "knows": ("know", "knows", "prove", "proven", "provable"),
    "claims": ("claim", "claims", "declare"),
    "asks": ("ask", "asks"),
    "score": ("turn", "score", "wins", "won", "winning", "points", "cards"),
    "deals": ("likely", "odds", "chance", "chances", "deals"),
    "who": ("has", "have", "holds", "hold", "where"),
    "why": ("why",),
}
"""The words of a question that a command answers, by the command."""

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


def command_hint(line: str) -> str:
    """The command that a line may be a slip in, or that answers a question; else nothing.

    Example: ``; or did you mean the command 'show'?``.
    """
    words = line.split()
    if words and (words[0].lower() in _QUESTIONS or line.rstrip().endswith("?")):
        asked = {word.strip("?,.").lower() for word in words}
        name = next((name for name, clues in _CLUES.items() if not asked.isdisjoint(clues)), "help")
        return f"; is it a question? Then type {quote(COMMANDS[name].typed)}"
    close = closest(words[0], COMMANDS) if words and words[0].isalpha() else None
    return f"; or did you mean the command {quote(close)}?" if close else ""


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
