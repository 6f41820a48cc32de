"""No layer reaches upwards by a module's name in a string, which import-linter does not see."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator

from tests import ROOT
from tests.doc_pages import name_of


def modules_in_strings(text: str) -> Iterator[str]:
    """The modules of tracker that a string names, so that they may be imported by it later."""
    tree = ast.parse(text)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from re.findall(r"^(tracker(?:\.\w+)+)(?::\w+)?$", node.value)


def layers() -> list[str]:
    """The layers of the linter's contract, the highest first, each its packages parted by ``|``."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]
    (contract,) = (each for each in settings["contracts"] if each["type"] == "layers")
    return [*contract["layers"]]


def arrows_upwards(module: str, text: str) -> list[str]:
    """The modules above its own layer, or beside it, that strings in a module name."""
    place = {
        name: number
        for number, layer in enumerate(layers())
        for name in layer.replace(
            "tracker.knowledge", "tracker.knowledge | tracker.notation"
        ).split(" | ")
    }

    def layer_of(name: str) -> int:
        return next((n for top, n in place.items() if f"{name}.".startswith(f"{top}.")), len(place))

    return [to for to in modules_in_strings(text) if layer_of(to) < layer_of(module)]


def test_no_string_is_an_arrow_upwards() -> None:
    """What is imported later by its name is imported, too."""
    found = {
        name_of(path): arrows_upwards(
            name_of(path).removesuffix(".py").replace("/", "."), path.read_text(encoding="utf-8")
        )
        for path in sorted((ROOT / "tracker").rglob("*.py"))
        if path != ROOT / "tracker" / "__init__.py"
    }
    assert not {name: arrows for name, arrows in found.items() if arrows}


def test_no_layer_below_the_command_line_asks_the_package_above_it() -> None:
    """What ``import tracker`` gives stands above all layers but the command line."""
    importing = re.compile(r"^\s*(import tracker$|from tracker import (?!wiring$))", re.MULTILINE)
    found = [
        name_of(path)
        for path in sorted((ROOT / "tracker").glob("*/**/*.py"))
        if path.parts[len(ROOT.parts) + 1] != "cli"
        and importing.search(path.read_text(encoding="utf-8"))
    ]
    assert not found


def test_an_arrow_in_a_string_is_found() -> None:
    text = '"""Of ``tracker.render.grid``."""\nHOME = "tracker.render.grid:BOARD"\n'
    assert arrows_upwards("tracker.analysis.odds", text) == ["tracker.render.grid"]
    assert not arrows_upwards("tracker.cli.runner", text)
