"""Compiles ``sources.zip`` to ``compiled.zip``, in the Python that will run it (compile.mjs).

What is compiled has neither docstrings nor the numbers of lines, which nobody sees in the app: so
it is no larger than its source. Its checks stay.
"""

import ast
import importlib.util
import marshal
import types
import zipfile

_NO_SOURCE = bytes(12)
"""What a compiled module says of its source, by which it would be checked if that stood beside."""


def compiled(source: bytes, name: str) -> bytes:
    """A module as Python keeps it."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                if ast.get_docstring(node, clean=False) is not None:
                    node.body = node.body[1:] or [ast.Pass()]
    code = compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True)
    return importlib.util.MAGIC_NUMBER + _NO_SOURCE + marshal.dumps(_without_lines(code))


def _without_lines(code: types.CodeType) -> types.CodeType:
    """A code, and those in it, without the numbers of lines."""
    inside = [
        _without_lines(each) if isinstance(each, types.CodeType) else each
        for each in code.co_consts
    ]
    return code.replace(co_linetable=b"", co_consts=tuple(inside))


with zipfile.ZipFile("sources.zip") as sources, zipfile.ZipFile("compiled.zip", "w") as made:
    for path in sources.namelist():
        content = sources.read(path)
        if path.endswith(".py"):
            made.writestr(f"{path}c", compiled(content, path))
        else:
            made.writestr(path, content)
