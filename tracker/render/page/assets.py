"""The files of the page, and how they get into it: scripts and styles inline, each with its hash.

The page's policy allows exactly these and nothing else, so that even text of a record that came
through as markup could do nothing.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from tracker.messages import printable

if TYPE_CHECKING:
    from markupsafe import Markup

SHARED: Final = ("signs.js", "view.js", "board.js", "cells.js")
"""What any page with a board is made of."""
PUZZLE: Final = (*SHARED, "puzzle_board.js", "puzzle.js")
"""What a puzzle is answered with: on a sheet, and in the app."""
WALK: Final = (
    *SHARED,
    "model.js",
    "quiz.js",
    "events.js",
    "claims.js",
    "posed.js",
    "why.js",
    "charts.js",
    "sight.js",
    "position.js",
    "explorer.js",
    "walk.js",
)
"""What a game is gone through with: on the report's page, and in the app."""
SCRIPTS: Final = (*WALK, "report.js")
"""In the order in which they are put together: what is done at once needs what stands before it."""
STYLES: Final = ("page.css", "board.css", "parts.css", "print.css")
_LICENCE: Final = (
    "// Part of tracker. SPDX-License-Identifier: MIT. With Preact (MIT, Copyright (c) "
    "2015-present Jason Miller) and htm (Apache-2.0, Copyright 2018 Google Inc.)\n"
)
_COMMENT: Final = re.compile(
    r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)[ \t]*\n", re.MULTILINE | re.DOTALL
)
"""A comment that has its lines for itself."""
_PART: Final = re.compile(r'^import (.+) from "\./(parts/\w+\.mjs)";\n', re.MULTILINE)
"""What a module takes from somebody else's."""
_OWN: Final = re.compile(
    r'^import .+ from "\./\w+\.js";\n|^export \{.+\};\n|^export ', re.MULTILINE
)
"""What modules tell each other: on a page they have one scope."""
_TYPE: Final = re.compile(r"/\*\*[^\n]*?\*/ ?")
"""A comment beside what it gives the type of."""
_SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_CARDS: Final = re.compile(r"(?<!\w)((?:10|[2-9JQKA])[CDHS])(?!\w)")
"""Where a text has what looks like the code of a card."""
_INDENT: Final = re.compile(r"^\s+", re.MULTILINE)
"""The beginning of a line that is empty or indented."""


def page(
    template: str,
    data: str,
    *,
    scripts: Sequence[str] = SCRIPTS,
    styles: Sequence[str] = STYLES,
    filters: Mapping[str, Callable[..., Any]] | None = None,
    **values: Any,
) -> str:
    """A page with all that it needs inside: script, style and data.

    Args:
        template: the file that it is made from.
        data: what its scripts read, as text that can stand in an element.
        scripts: files, put together to one script that leaves nothing in the global scope.
        styles: files.
        filters: further ones of the template.
        values: what the template names.
    """
    # Only pages made as files need these: the app, which shares their data, goes without.
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(lambda name: _INDENT.sub("", read(name))),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"printable": printable, "signed": with_signs, **(filters or {})}
    parts = "\n".join(map(script_code, scripts))
    script = f'{_LICENCE}(async () => {{\n"use strict";\n{parts}}})();\n'
    style = "\n".join(map(code, styles))
    return environment.get_template(template).render(
        policy=_content_policy(script, style),
        script=Markup(script),
        style=Markup(style),
        data=Markup(data),
        **values,
    )


def with_signs(text: str, cards: re.Pattern[str] = _CARDS) -> Markup:
    """A text with its cards as they are said at the table, the red suits red: 5♦ for 5D.

    Args:
        text: the text; nothing in it is taken for markup.
        cards: where it has the codes of cards.
    """
    from markupsafe import Markup

    return Markup("").join(
        Markup('<span class="{}">{}</span>').format(*_sign(part)) if place % 2 else part
        for place, part in enumerate(cards.split(printable(text)))
    )


def _sign(card: str) -> tuple[str, str]:
    """The colour and the sign of a card; jokers keep their names."""
    suit = _SUITS.get(card[-1])
    sign = card if suit is None else f"{card[:-1]}{suit}\ufe0e"
    return ("red" if card[-1] in "DH" or card == "RJ" else "black"), sign


def read(name: str) -> str:
    """One of the files beside this one."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def script_code(name: str) -> str:
    """A script as it stands on a page, where all have one scope; with it what others wrote."""
    return _PART.sub(_part, _OWN.sub("", code(name)))


def _part(found: re.Match[str]) -> str:
    """A module of somebody else's, in a scope of its own that gives what it exports."""
    text = read(found[2]).replace("export default ", "return ")
    given = re.sub(r"export\s*\{(.*)\};?\s*$", lambda every: _object(every[1]), text)
    return f"const {found[1]} = (() => {{{given}}})();\n"


def _object(exports: str) -> str:
    """What ``export {x as h, …}`` says, as an object that is returned."""
    pairs = (each.split(" as ") for each in exports.split(","))
    return f"return{{{','.join(f'{name}:{own}' for own, name in pairs)}}}"


def code(name: str) -> str:
    """A script or a style without comments, empty lines and indents: they are for who reads it.

    No text in it may go over several lines.
    """
    return _INDENT.sub("", _TYPE.sub("", _COMMENT.sub("", read(name))))


def _content_policy(script_text: str, style_text: str) -> str:
    """A Content-Security-Policy that allows this script and this style alone."""
    return (
        f"default-src 'none'; script-src '{_hash(script_text)}'; style-src '{_hash(style_text)}'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )


def packed(document: Any) -> str:
    """JSON as gzip in letters and digits: any browser unpacks it."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
