"""A game in a link: the record, compressed, in the part of an address behind the ``#``.

``#g=DATA&at=N&as=VIEW``: ``DATA`` is the canonical text, without what is blank at its end, deflated
(RFC 1951) and written in the letters of base64 for addresses (RFC 4648, section 5). A browser never
sends that part of an address to anybody. A game of 120 events takes about 1,250 characters.

Whatever stands before the ``#`` is of no matter: the same game is in every app's links.
"""

from __future__ import annotations

import binascii
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, quote

from tracker.errors import NotationError, RecordError, TextProblem
from tracker.game.record import Record
from tracker.notation import text

LINK: Final = "link"
"""The name of the form."""
MOST_LETTERS: Final = 60_000
"""The longest link that is read."""
MOST_BYTES: Final = 256 * 1024
"""The longest record that is taken from a link: forty times a long game."""
_LINK: Final = re.compile(rb"\s*(?:[a-z][a-z0-9+.-]*:\S*)?#g=[\w%=&+.,-]*\s*", re.IGNORECASE)
_RAW: Final = -15
"""What zlib calls a stream without header and checksum."""
_SOURCE: Final = "link"


@dataclass(frozen=True)
class Link:
    """What a link says."""

    record: Record
    at: int | None = None
    """The moment to look at; None: the end."""
    view: str | None = None
    """Whose eyes to look with; None: everybody's."""


def is_link(data: bytes) -> bool:
    """Whether some text is a link with a game in it, and nothing else."""
    return len(data) <= MOST_LETTERS and _LINK.fullmatch(data) is not None


def link_text(link: Link) -> str:
    """The end of an address, from the ``#`` on, that has a game in it.

    Raises:
        RecordError: where it would be too long to be read again.
    """
    deflate = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9)
    data = deflate.compress(text.dumps(link.record).rstrip().encode()) + deflate.flush()
    parts = [f"#g={urlsafe_b64encode(data).decode().rstrip('=')}"]
    parts += [] if link.at is None else [f"at={link.at}"]
    parts += [] if link.view is None else [f"as={quote(link.view, safe='+')}"]
    whole = "&".join(parts)
    if len(whole) > MOST_LETTERS:
        raise RecordError(f"the game is too long for a link ({len(whole):,} characters)")
    return whole


def read_link(address: str) -> Link:
    """What a link says.

    Args:
        address: a whole address, or the end of it from the ``#`` on.

    Raises:
        NotationError: where there is no game in it.
        RecordError: where it names a moment that the game does not have.
    """
    if len(address) > MOST_LETTERS:
        raise _no_link(f"it has more than {MOST_LETTERS:,} characters")
    _, _, fragment = address.strip().partition("#")
    values = parse_qs(fragment.replace("+", "%2B"), max_num_fields=9)
    if "g" not in values:
        raise _no_link("there is no game in it (expected '#g=…')")
    record = text.loads(_inflated(values["g"][0]), _SOURCE)
    at = values.get("at", [""])[0]
    if at and not (at.isascii() and at.isdecimal() and len(at) < 7):
        raise _no_link("its moment is no number (expected '&at=N')")
    moment = record.moment(int(at)) if at else None
    return Link(record, moment, values["as"][0] if "as" in values else None)


def _inflated(letters: str) -> bytes:
    """The text of a record, of no more bytes than a link may have."""
    try:
        data = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        inflate = zlib.decompressobj(_RAW)
        content = inflate.decompress(data, MOST_BYTES)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise _no_link("it was cut off or changed on its way") from error
    if not inflate.eof:
        raise _no_link("it was cut off on its way, or has too much in it")
    return content


def _no_link(why: str) -> NotationError:
    return NotationError((TextProblem(_SOURCE, 1, 1, f"the link cannot be read: {why}"),))
