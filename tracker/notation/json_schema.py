"""Whether data have the shape that a JSON schema says.

A schema that ships with the package is the one place that says which keys an object has and what
kind of value each is. Only the keywords that those schemas use are known here: ``type``, ``const``,
``enum``, ``pattern``, ``not``, ``minLength``, ``minimum``, ``maximum``, ``items``, ``minItems``,
``maxItems``, ``uniqueItems``, ``properties``, ``required``, ``additionalProperties``,
``propertyNames``, ``anyOf``, ``oneOf`` and ``$ref`` to ``$defs``. A library would know all of them,
but would load for longer than most commands run, and could not say what is wrong in our words.

Example: by the schema ``{"properties": {"at": {"type": "integer"}}}`` the data ``{"at": "x"}`` have
the problem ``at: found "x" (expected a whole number)``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial, reduce
from importlib.resources import files
from typing import Any, Final, TypeAlias

from tracker.messages import did_you_mean, printable, quote
from tracker.notation.problems import Problems, Span

Schema: TypeAlias = Mapping[str, Any]
Path: TypeAlias = "tuple[str | int, ...]"

_KINDS: Final[Mapping[str, tuple[type, str]]] = {
    "boolean": (bool, "true or false"),
    "string": (str, "a string"),
    "integer": (int, "a whole number"),
    "number": (float, "a number with a fraction"),
    "array": (list, "an array"),
    "object": (dict, "an object"),
    "null": (type(None), "null"),
}
_KIND_OF: Final = {type_: kind for kind, (type_, _) in _KINDS.items()}


def _kind(value: object) -> str:
    """What JSON calls the kind of a value; empty for what is no JSON."""
    return _KIND_OF.get(type(value), "")


def _is_among(value: object, known: Iterable[object]) -> bool:
    """Whether a value is one of some: to Python, true is 1, but not here."""
    return any(type(value) is type(other) and value == other for other in known)


def _written(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)


_RULES: Final[Mapping[str, tuple[Callable[[Any, Any], object], str]]] = {
    "type": (lambda value, kind: _kind(value) == kind, "{kind}"),
    "const": (lambda value, constant: _is_among(value, [constant]), "{const}"),
    "enum": (_is_among, "{choices}"),
    "pattern": (lambda text, wanted: re.search(wanted, text), "{description}"),
    "not": (lambda text, other: not re.search(other["pattern"], text), "{description}"),
    "minLength": (lambda text, least: len(text) >= least, "{description}"),
    "minimum": (lambda number, least: number >= least, "{minimum} or more"),
    "maximum": (lambda number, most: number <= most, "{maximum} or less"),
    "minItems": (lambda items, least: len(items) >= least, "{minItems} or more items"),
    "maxItems": (lambda items, most: len(items) <= most, "{maxItems} items or fewer"),
    "uniqueItems": (lambda items, _: len({*map(_written, items)}) == len(items), "no item twice"),
}
"""What a value must be for each keyword, and that in words."""
_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST: Final = 60
_OTHER_KIND: Final = 1000
_OTHER_CONSTANT: Final = 100
"""How much farther than by one key a value is from an alternative that is of another kind."""


def load_schema(package: str, name: str) -> Schema:
    """A schema that ships with the package, with its definitions in the places of their names.

    Args:
        package: the package that it lies in.
        name: the name of its file.
    """
    schema: Schema = json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    _define(schema, schema.get("$defs", {}))
    return schema


def _define(node: Any, definitions: Schema) -> None:
    """Puts definitions in the places of their names, in a schema or a part of it."""
    if not isinstance(node, dict | list):
        return
    for key, item in [*(node.items() if isinstance(node, dict) else enumerate(node))]:
        if isinstance(item, dict) and "$ref" in item:
            node[key] = definitions[item["$ref"].rpartition("/")[2]]
        else:
            _define(item, definitions)


def check_shape(value: object, schema: Schema, problems: Problems, path: str = "") -> None:
    """Notes where data do not have the shape of a schema.

    Args:
        value: the data, as ``json.loads`` gives them.
        schema: the schema, as ``load_schema`` gives it.
        problems: where to note what is wrong.
        path: where the data stand in their document, such as ``[1]``; empty for all of it.
    """
    _Shape(problems, path).check(value, schema, ())


def path_to(path: str, key: str | int) -> str:
    """The path of an item of what stands at a path: ``events[3]``, ``sizes.Ann``."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not _PLAIN_KEY.fullmatch(key):
        return f"{path}[{quote(key)}]"
    return f"{path}.{key}" if path else key


@dataclass(frozen=True)
class _Shape:
    """Checks values, and notes what is wrong with them."""

    problems: Problems
    start: str
    """Where the data stand in their document."""
    fitting: set[object] = field(default_factory=set)
    """Values that fit, each with the number of its schema: a game says the same names often."""

    def check(self, value: object, schema: Schema, path: Path) -> None:
        """Checks a value, and all values in it.

        Args:
            value: the value.
            schema: its schema.
            path: the keys that lead to it.
        """
        key = (id(schema), type(value), value) if isinstance(value, str | int) else None
        if not schema or key in self.fitting or self.problems.stop():
            return
        before = len(self.problems)
        choices = schema.get("anyOf") or schema.get("oneOf") or ()
        # An alternative that fits says at least what its schema says itself.
        fitting = next((choice for choice in choices if not _distance(value, choice)), None)
        if fitting is None:
            self._check_itself(value, schema, path)
        elif isinstance(value, dict):
            self._check_values(value, value, fitting, path)
        else:
            self.check(value, fitting, path)
        if choices and fitting is None and len(self.problems) == before:
            self.check(value, min(choices, key=partial(_distance, value)), path)
        if key and len(self.problems) == before:
            self.fitting.add(key)

    def _check_itself(self, value: object, schema: Schema, path: Path) -> None:
        """Checks a value by what a schema says besides its alternatives."""
        rules = [name for name in schema if name in _RULES]  # the type stands first in ours
        broken = next((name for name in rules if not _RULES[name][0](value, schema[name])), None)
        if broken is not None:
            hint = did_you_mean(str(value), schema["enum"]) if broken == "enum" else ""
            message = f"found {_shown(value)} (expected {_expected(schema, broken)})"
            self._report(path, f"{message}{hint}")
        elif isinstance(value, list):
            for number, item in enumerate(value):
                self.check(item, schema.get("items", {}), (*path, number))
        elif isinstance(value, dict):
            self._check_entries(value, schema, path)

    def _check_entries(self, entries: Mapping[Any, object], schema: Schema, path: Path) -> None:
        """Checks the keys and values of an object."""
        # Of another kind of document, or another version, there is nothing more to say.
        wrong = [key for key in _wrong_constants(entries, schema) if key in entries]
        for key in wrong or schema.get("required", ()):
            if key not in entries:
                self._report(path, f"the key {quote(key)} is missing")
        self._check_values(entries, wrong or entries, schema, path)

    def _check_values(
        self, entries: Mapping[Any, object], keys: Iterable[Any], schema: Schema, path: Path
    ) -> None:
        """Checks some keys of an object, and what stands behind them."""
        known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        names = schema.get("propertyNames")
        for key in keys:
            own, value = known.get(key, others), entries[key]
            if names:
                self.check(key, names, (*path, str(key)))
            if own is False:
                span = Span(str(key), path=reduce(path_to, (*path, str(key)), self.start))
                self.problems.unknown(span, "a key here", f"expected {', '.join(known)}", known)
            else:
                self.check(value, own, (*path, str(key)))

    def _report(self, path: Path, message: str) -> None:
        self.problems.add(Span("", path=reduce(path_to, path, self.start)), message)


def _expected(schema: Schema, rule: str) -> str:
    """What a schema says by a keyword, for a message."""
    kind = _KINDS.get(schema.get("type", ""), (object, ""))[1]
    words = {**schema, "kind": kind, "choices": ", ".join(map(str, schema.get("enum", ())))}
    return _RULES[rule][1].format_map(words)


def _shown(value: object) -> str:
    """What stands there, for a message."""
    written = printable(_written(value))
    return written if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"


def _distance(value: object, schema: Schema) -> int:
    """How far a value is from one of some alternatives: that which is nearest was meant."""
    if _kind(value) != schema.get("type", "string"):
        return _OTHER_KIND
    if not isinstance(value, dict):
        return 0
    missing = [key for key in schema.get("required", ()) if key not in value]
    known = schema.get("properties", {})
    is_open = schema.get("additionalProperties") is not False
    unknown = () if is_open else [key for key in value if key not in known]
    return _OTHER_CONSTANT * len(_wrong_constants(value, schema)) + len(missing) + len(unknown)


def _wrong_constants(entries: Mapping[str, object], schema: Schema) -> list[str]:
    """The keys that have but one value, where it is another one or missing."""
    known = schema.get("properties", {}).items()
    return [key for key, own in known if "const" in own and entries.get(key) != own["const"]]
