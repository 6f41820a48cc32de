"""Mutants: a module with one small change each, as a slip of the pen would make it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

_COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_CALCULATED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Mult: ast.FloorDiv,
}
_CALLED: Final = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


class Mutant(NamedTuple):
    """A changed module."""

    line: int
    change: str
    """What was, and what is instead."""
    source: str


def number_of_mutants(source: str) -> int:
    """How many mutants a module has."""
    return len(list(_changes(ast.parse(source))))


def mutant(source: str, number: int) -> Mutant:
    """One of them, numbered from 0 in the order of the lines."""
    tree = ast.parse(source)
    node, new = list(_changes(tree))[number]
    before = ast.unparse(node)
    _replace(tree, node, new)
    change = f"{before[:60]!r} -> {ast.unparse(new)[:60]!r}"
    return Mutant(node.lineno, change, ast.unparse(ast.fix_missing_locations(tree)))


def _replace(tree: ast.AST, node: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, name, new)
            elif isinstance(value, list):
                value[:] = [new if one is node else one for one in value]


def _changes(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST]]:
    """A node, and what stands in its place; types and constants of a module are left alone."""
    bodies = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    nested = {inner for body in bodies for inner in ast.walk(body) if inner is not body}
    found = [
        (node, new)
        for body in bodies
        if body not in nested
        for statement in body.body
        for node in ast.walk(statement)
        if isinstance(node, ast.expr | ast.stmt)
        for new in _instead(node)
    ]
    yield from sorted(found, key=lambda pair: (pair[0].lineno, pair[0].col_offset))


def _instead(node: ast.AST) -> Iterator[ast.AST]:
    """What a slip makes of a node."""
    match node:
        case ast.Compare(left, [op, *ops], right) if type(op) in _COMPARED:
            yield ast.Compare(left, [_COMPARED[type(op)](), *ops], right)
        case ast.BinOp(left, op, right) if type(op) in _CALCULATED:
            yield ast.BinOp(left, _CALCULATED[type(op)](), right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield values[0]
        case ast.UnaryOp(ast.Not() | ast.Invert(), operand):
            yield operand
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Constant(bool() | int() as value):
            yield ast.Constant(not value if isinstance(value, bool) else value + 1)
        case ast.Call(ast.Name(name), arguments, keywords) if name in _CALLED:
            kept = keywords if name != "sorted" else []
            yield ast.Call(ast.Name(_CALLED[name]), arguments, kept)
        case ast.If(_, body, orelse):
            yield ast.If(ast.Constant(True), body, orelse)
            yield ast.If(ast.Constant(False), body, orelse)
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
        case ast.AugAssign() | ast.Expr(ast.Call() | ast.YieldFrom() | ast.Yield()):
            yield ast.Pass()
