"""The board and the deduction as answers: the grid, full or compact, and the JSON."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType

from tracker.analysis.board import Board
from tracker.inference.deduction import Deduction
from tracker.render.compact_grid import compact_grid
from tracker.render.conventions import assumed_json, board_leaning
from tracker.render.grid import board_grid
from tracker.render.json_form import Json, plain
from tracker.render.registry import Forms, Look


def _board_text(board: Board, look: Look) -> RenderableType:
    """The grid, or on one screen its compact form."""
    if board.compact:
        compact = compact_grid(board.deduction, plain=look.plain, books=board.books)
        return Group(*compact.lines(look.width, look.height))
    drawn = board_grid(
        board.deduction, look, chances=board.chances, books=board.books, sure=board.sure
    )
    if board.sure is None:
        return drawn
    return Group(drawn, board_leaning(board))


def _board_json(board: Board) -> Json:
    """What is beyond the contract: ``probability`` with odds, and what leans on a convention."""
    deduction, state = board.deduction, board.deduction.state
    sure = board.sure or deduction
    turn = sure.to_move()
    document: Json = {
        "view": deduction.view,
        "at": deduction.at,
        "events": len(deduction.record.events),
        "turn": None if state.over or len(turn) > 1 else turn[0],
        "score": plain(deduction.scores()),
        "sizes": dict(sure.sizes()),
        "books": {
            name: {"state": "gap", "team": None}
            if name in deduction.unsure_books
            else {"state": book.status, "team": plain(book.team)}
            for name, book in state.books.items()
        },
        "cards": {
            card: {"holders": list(deduction.holders(card)), "status": deduction.status(card)}
            for card in board.cards
        },
    }
    if board.chances is not None:
        document["probability"] = {card: dict(board.chances[card]) for card in board.cards}
    if board.sure is not None:
        document |= assumed_json(deduction)
        signals = {card.card: list(card.signals) for card in board.leanings}
        for card, entry in document["cards"].items():
            entry["leans"] = signals.get(card, [])
    for card, entry in document["cards"].items():
        if entry["status"] == "undecided":
            entry["undecided"] = list(deduction.undecided_holders(card))
    return document


def _deduction_line(deduction: Deduction) -> str:
    about = f"{deduction.view} at {deduction.at}"
    if deduction.closed:
        return f"{about}, closed"
    certain = len(deduction.forced())
    return f"{about}, {certain} of {len(deduction.cards)} cards certain"


BOARD: Final = Forms[Board](
    line=lambda board: _deduction_line(board.deduction), text=_board_text, json=_board_json
)
DEDUCTION: Final = Forms[Deduction](
    line=_deduction_line,
    text=lambda deduction, look: _board_text(Board(deduction), look),
    json=lambda deduction: _board_json(Board(deduction)),
)
