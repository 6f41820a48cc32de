"""Documents: every way to show one says the same words, and nothing in them is taken for markup."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

import tracker
from tests import SAMPLES
from tracker.messages import printable
from tracker.render.document import (
    BLANK,
    Aside,
    AsItIs,
    Block,
    Heading,
    Hint,
    Pairs,
    Sheet,
    Spans,
    as_data,
    in_html,
    in_markdown,
    indented,
    line,
    written,
)
from tracker.render.grid import MARKS, whole_board
from tracker.render.registry import as_html

SIGNS = "<>&\"'`*_[](){}|\\#!~$-=+.:;/ \t\x00\x1b[31m\u202eaé李\U0001f600"
HOSTILE = st.one_of(
    st.text(SIGNS, min_size=1, max_size=12),
    st.sampled_from(
        (
            *("<script>alert(1)</script>", "[bold]x[/bold]", "[link=//x]y[/link]", ":smile:"),
            *("&lt;b&gt;", "| a | b |", "# head", "- item", "1. item", "![x](y)", "```"),
            "<img src=x onerror=y>",
        )
    ),
)


def blocks_with(words: str) -> list[Block]:
    return [
        Heading(words, top=True),
        Heading(words),
        line(words, "bold red"),
        indented(words),
        BLANK,
        Sheet(("A", words), [(words, Text(printable(words), "green"))], right=(words,)),
        Pairs([(words, words), ("Hands", Aside([words, words]))]),
        Aside([words]),
        Spans([(words, [(0, 3), (5, 5)])], 9),
    ]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


@given(HOSTILE)
def test_html_says_the_words_and_has_no_element_of_theirs(words: str) -> None:
    document = ElementTree.fromstring(f"<div>{in_html(blocks_with(words))}</div>")
    assert {element.tag for element in document.iter()} <= {
        *("div", "h1", "h2", "p", "span", "table", "thead", "tbody", "tr", "th", "td"),
        *("dl", "dt", "dd"),
    }
    assert {name for element in document.iter() for name in element.attrib} <= {"class", "scope"}
    shown = squeezed("".join(document.itertext()))
    assert shown.count(squeezed(printable(words))) >= 11 * bool(squeezed(printable(words)))


@given(HOSTILE)
def test_elements_have_the_words(words: str) -> None:
    def said(node: Any) -> str:
        return node if isinstance(node, str) else "".join(map(said, node[2:]))

    told = "".join(map(said, as_data(blocks_with(words))))
    assert told.count(printable(words)) >= 11
    assert "\x1b" not in told


@given(HOSTILE)
def test_a_terminal_gets_no_code_and_no_style_of_theirs(words: str) -> None:
    text = written(blocks_with(words), 200)
    assert "\x1b" not in text
    assert "\x00" not in text
    assert squeezed(printable(words)) in squeezed(text)


@given(HOSTILE)
def test_markdown_stays_in_its_lines(words: str) -> None:
    lines = in_markdown([line(words)]).split("\n")
    assert len(lines) == 2
    assert not re.match(r"\s*([#>|=+*-]|\d+[.)]|```|<)", lines[0])
    assert not re.search(r"(?<!\\)(\\\\)*[<\[`*|!]", lines[0])


def test_what_stands_as_it_is_cannot_end_its_own_block() -> None:
    text = "```\n# a heading\n`````"
    fence, *lines, end = in_markdown([AsItIs(text)]).strip().split("\n")
    assert (fence, "\n".join(lines), end) == ("``````text", text, "``````")
    assert in_html([AsItIs("</pre><b>")]) == "<pre>&lt;/pre&gt;&lt;b&gt;</pre>"


def test_the_grid_is_tables_where_there_is_no_terminal() -> None:
    deduction = tracker.deduce(tracker.load(SAMPLES / "pagat-six.lit"), at=60)
    document = ElementTree.fromstring(f"<div>{in_html(whole_board(deduction))}</div>")
    tables = document.findall("table")
    assert [table.findtext("caption/") or table.findtext("caption") for table in tables] == [
        *deduction.state.open_books()
    ]
    signs = {mark.sign: kind for kind, mark in MARKS.items()}
    for table in tables:
        heads = ["".join(head.itertext()) for head in table.findall("thead/tr/th")]
        for row in table.findall("tbody/tr"):
            card, *cells = ["".join(cell.itertext()) for cell in row]
            holders = [
                seat
                for seat, sign in zip(heads[1:], cells, strict=True)
                if signs[sign] != "excluded"
            ]
            assert holders == list(deduction.holders(card))


def test_one_blank_line_stands_between_half_suits_of_unequal_sizes() -> None:
    deduction = tracker.deduce(tracker.load(SAMPLES / "india-eight.lit"), at=3)
    books = deduction.state.open_books()
    heads = "|".join(books)
    for width in (50, 200):
        shown = written(whole_board(deduction), width)
        assert len(re.findall(heads, shown)) == len(books) > 2
        assert "\n\n\n" not in shown


def test_hints_for_who_types_commands_stay_in_the_terminal() -> None:
    document: list[Block] = [line("Said."), Hint("More: --all.")]
    assert written(document, 80) == "Said.\nMore: --all."
    assert "--all" not in in_html(document) + in_markdown(document) + str(as_data(document))


def test_what_has_lines_of_its_own_is_shown_as_it_is() -> None:
    html = as_html(tracker.check(tracker.load(SAMPLES / "pagat-six.lit")))
    assert "<pre>record: 123 events, no problem</pre>" in html
