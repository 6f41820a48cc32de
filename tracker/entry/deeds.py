"""What can be done to a record that is being entered: one table, of ``tracker enter`` and the app.

A deed has a name, a pattern of what is typed behind it, a line of help, and what it does. Help,
completion and the reading of what was typed all come from the table. In a pattern ``N`` and ``K``
are numbers, which come first, words in capitals are texts, and what is in brackets may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeAlias, TypeVar

from tracker.entry.refusal import Refusal
from tracker.entry.session import Change, Session
from tracker.entry.typed_line import read_hands_now
from tracker.errors import RecordError
from tracker.explain.repairs import Suggestion
from tracker.messages import printable, quote
from tracker.notation.text import format_event

Doer = TypeVar("Doer")
_NUMBER: Final = re.compile(r"([0-9]{1,9})[.:]?(?![^\s-])\s*")
"""A number, and nothing that belongs to it, such as a card's suit."""
_TAKES_NUMBER: Final = re.compile(r"\[?[NK](?!:)")
_REST_OF_ROW: Final = re.compile(r"-\s*([0-9]{1,9})")
_NO_TEXT: Final = ("", "N", "[K]")
"""The patterns with no text behind the number."""


@dataclass(frozen=True)
class Draft:
    """A line that is to be gone on with: nothing was done yet."""

    line: str


Outcome: TypeAlias = Change | Refusal | Draft | Session | str | list[Any] | None
"""What comes of a deed. A session looks from elsewhere now; a text says what was done."""


@dataclass(frozen=True)
class Deed(Generic[Doer]):
    """Something that can be done."""

    name: str
    takes: str
    """The pattern of what is typed behind the name."""
    help: str
    """What it does, in a few words."""
    act: Callable[[Doer, int, str], Any]
    """Does it, given the number (0 where none is given) and the text."""

    @property
    def typed(self) -> str:
        """How the whole of it is typed."""
        return f"{self.name} {self.takes}".strip()

    def do(self, doer: Doer, rest: str) -> Any:
        """Do it.

        Args:
            doer: what does it, such as the session.
            rest: what was typed behind the name.

        Raises:
            RecordError: where that does not fit the pattern, or it cannot be done now.
        """
        number = _NUMBER.match(rest) if _TAKES_NUMBER.match(self.takes) else None
        text = rest[number.end() :] if number else rest
        if text and self.takes in _NO_TEXT:
            raise RecordError(f"expected '{self.typed}' (found {quote(text)} behind it)")
        is_short = not text and self.takes.endswith(("TEXT", "FILE"))
        if is_short or (self.takes.startswith("N") and not number):
            raise RecordError(f"expected '{self.typed}'")
        return self.act(doer, int(number[1]) if number else 0, text)


def deeds_by_name(*deeds: Deed[Doer]) -> dict[str, Deed[Doer]]:
    """Deeds by their names."""
    return {deed.name: deed for deed in deeds}


# -- deeds of more than one step -------------------------------------------------------------------


def _mend(session: Session, number: int, _: str) -> Change | list[Suggestion]:
    """List what would make the refused statement fit, or make one of those changes."""
    remedies = session.remedies()
    if not remedies:
        raise RecordError("no single change was found that would make it fit")
    if number > len(remedies):
        raise RecordError(f"there is no change {number} (expected 1 to {len(remedies)})")
    return session.mend(remedies[number - 1]) if number else remedies


def _edit(session: Session, number: int, line: str) -> Change | Refusal | Draft:
    """Put another statement in the place of an event; without one, the event is a draft."""
    if line or not 1 <= number <= len(session.record.events):
        return session.edit(number, line)
    return Draft(f"edit {number} {format_event(session.record.events[number - 1], session.record)}")


def _delete(session: Session, first: int, rest: str) -> Change:
    """Take out an event, or a row of them."""
    last = _REST_OF_ROW.fullmatch(rest)
    if rest and not last:
        raise RecordError(f"expected 'delete N[-M]' (found {quote(rest)} behind the number)")
    return session.delete(first, int(last[1]) if last else None)


def _comment(session: Session, number: int, text: str) -> Change:
    """Comment beside an event, as in ``comment 3: …``, or at the end of the record."""
    beside = re.match(r"([0-9]{1,9})\s*:\s*", text)
    if beside and not number:
        return session.comment(text[beside.end() :], int(beside[1]))
    return session.comment(text, number or None)


def _hands_now(session: Session, _: int, text: str) -> list[Change | Refusal | None] | Draft:
    """Take in hands as they are now, a statement each."""
    statements = read_hands_now(text, session.record)
    return [session.enter(line) for line in statements] if statements else Draft("hands now ")


def _what_if(session: Session, _: int, line: str) -> Change | Refusal | None:
    """Open a branch with a statement in it; none is left open where that is not accepted."""
    outcome: Change | Refusal | None = session.branch()
    if line:
        outcome = None
        try:
            outcome = session.enter(line)
        finally:
            if not isinstance(outcome, Change):
                session.discard()
    return outcome


def _keep(session: Session, _: int, rest: str) -> Change | str:
    """Make the branch part of the record, or with ``as FILE`` a record of its own."""
    if not rest:
        return session.keep()
    to_file = re.fullmatch(r"(?i)as\s+(.+)", rest)
    if to_file is None:
        raise RecordError(f"expected 'keep [as FILE]' (found {quote(rest)} behind it)")
    path = Path(to_file[1]).expanduser()
    session.keep_as(path)
    return f"saved as {printable(str(path))}; the branch is still open"


def _save_as(session: Session, _: int, path: str) -> str:
    """Go on in a new file."""
    session.save_as(Path(path).expanduser())
    return f"saved; now entering {session.store.name}"


def _as(session: Session, _: int, view: str) -> Session:
    session.look_as(view or None)
    return session


def _at(session: Session, moment: int | None, _: str) -> Session:
    session.look_at(moment)
    return session


DEEDS: Final[dict[str, Deed[Session]]] = deeds_by_name(
    Deed("!", "", "keep the statement just refused, as irregular", lambda s, _, __: s.insist()),
    Deed("mend", "[K]", "what would make what was refused fit; do it", _mend),
    Deed("undo", "", "take back the last change", lambda s, _, __: s.undo()),
    Deed("redo", "", "make it again", lambda s, _, __: s.redo()),
    Deed("edit", "N STATEMENT", "put another statement in the place of event N", _edit),
    Deed("insert", "N STATEMENT", "put a statement before event N", Session.insert),
    Deed("delete", "N[-M]", "take event N out, or those from N to M", _delete),
    Deed("comment", "[N:] TEXT", "comment at the end, or beside event N", _comment),
    Deed("hands now", "SEAT CARD…, …", "which cards players hold here, as they recall", _hands_now),
    Deed("as", "VIEW", "look as public, a seat, or seats joined by +", _as),
    Deed("at", "N", "look at the moment after N events", _at),
    Deed("back", "", "look at the end again", lambda s, _, __: _at(s, None, "")),
    Deed("what if", "[STATEMENT]", "begin a branch at the moment looked at", _what_if),
    Deed("keep", "[as FILE]", "make it part of the record; or a file of its own", _keep),
    Deed("discard", "", "leave the branch", lambda s, _, __: s.discard()),
    Deed("save as", "FILE", "write the record to a new file, and go on in that", _save_as),
    Deed("reload", "", "take the file as it is now", lambda s, _, __: s.reload()),
)  # fmt: skip
"""By name, in the order of the help."""
