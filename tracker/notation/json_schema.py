"""Whether data have the shape that a JSON schema says.

A schema that ships with the package is the one place that says which keys an object has and what
kind of value each is. Only the keywords that those schemas use are known here: ``type``, ``const``,
``enum``, ``pattern``, ``not``, ``minLength``, ``minimum``, ``maximum``, ``items``, ``minItems``,
``maxItems``, ``uniqueItems``, ``properties``, ``required``, ``additionalProperties``,
``propertyNames``, ``anyOf``, ``oneOf`` and ``$ref`` to ``$defs``. A library would know all of them,
but would load for longer than most commands run, and could not say what is wrong in our words.

Example: by the schema ``{"properties": {"at": {"type": "integer"}}}`` the data ``{"at": "x"}`` have
the problem ``at: found a string 'x' (expected a whole number)``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, TypeAlias

from tracker.messages import counted, quote
from tracker.notation.problems import Problems, Span

Schema: TypeAlias = Mapping[str, Any]

_KINDS: Final[Mapping[str, tuple[type, str]]] = {
    "boolean": (bool, "true or false"),  # before the numbers: to Python a truth value is one
    "string": (str, "a string"),
    "integer": (int, "a whole number"),
    "number": (float, "a number with a fraction"),
    "array": (list, "an array"),
    "object": (dict, "an object"),
    "null": (type(None), "null"),
}
_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_OTHER_KIND: Final = 1000
_OTHER_CONSTANT: Final = 100
"""How much farther than by one key a value is from an alternative that is of another kind."""


def load_schema(package: str, name: str) -> Schema:
    """A schema that ships with the package.

    Args:
        package: the package that it lies in.
        name: the name of its file.
    """
    schema: Schema = json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    return schema


def check_shape(value: object, schema: Schema, problems: Problems, path: str = "") -> None:
    """Notes where data do not have the shape of a schema.

    Args:
        value: the data, as ``json.loads`` gives them.
        schema: the schema.
        problems: where to note what is wrong.
        path: where the data stand in their document, such as ``[1]``; empty for all of it.
    """
    _Shape(schema.get("$defs", {}), problems).check(value, schema, path)


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

    definitions: Mapping[str, Schema]
    problems: Problems

    def check(self, value: object, schema: Schema, path: str) -> None:
        """Checks a value, and all values in it."""
        schema = self._resolved(schema)
        before = len(self.problems)
        if "const" in schema or "enum" in schema:
            self._check_choice(value, schema.get("enum") or [schema["const"]], path)
        elif "type" in schema:
            self._check_kind(value, schema, path)
        choices = schema.get("anyOf") or schema.get("oneOf")
        if choices and len(self.problems) == before:
            nearest = min(map(self._resolved, choices), key=lambda one: _distance(value, one))
            self.check(value, nearest, path)

    def _resolved(self, schema: Schema) -> Schema:
        """A schema, or the definition that it names."""
        return self.definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema

    def _check_choice(self, value: object, allowed: Sequence[object], path: str) -> None:
        if any(type(value) is type(one) and value == one for one in allowed):
            return
        known = [str(one) for one in allowed]
        if isinstance(value, str):
            what = f"a value of {path.rpartition('.')[2]}"
            self.problems.unknown(Span(value, path=path), what, _expected(known), known)
        else:
            found = quote(json.dumps(value, default=repr))
            self._report(path, f"found {found} ({_expected(known)})")

    def _check_kind(self, value: object, schema: Schema, path: str) -> None:
        if _kind(value) != schema["type"]:
            expected = _KINDS[schema["type"]][1]
            self._report(path, f"found {_shown(value)} (expected {expected})")
        elif isinstance(value, str):
            self._check_text(value, schema, path)
        elif isinstance(value, list):
            self._check_array(value, schema, path)
        elif isinstance(value, dict):
            self._check_object(value, schema, path)
        elif isinstance(value, int) and "maximum" in schema:
            least, most = schema["minimum"], schema["maximum"]
            if not least <= value <= most:
                self._report(path, f"found {quote(str(value))} (expected {least} to {most})")

    def _check_text(self, text: str, schema: Schema, path: str) -> None:
        forbidden = re.search(schema["not"]["pattern"], text) if "not" in schema else None
        if forbidden:
            self._report(path, f"{quote(forbidden[0])} cannot stand in a line")
        if not re.search(schema.get("pattern", ""), text) or len(text) < schema.get("minLength", 0):
            expected = schema.get("description", "at least one character")
            self._report(path, f"{quote(text)} cannot stand here (expected: {expected})")

    def _check_array(self, items: Sequence[object], schema: Schema, path: str) -> None:
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        if len(items) < least or (most is not None and len(items) > most):
            expected = f"at least {least}" if most is None else f"{least} to {most}"
            self._report(path, f"found {counted(len(items), 'item')} (expected {expected})")
        seen = set()
        for number, item in enumerate(items):
            if self.problems.stop():
                return
            self.check(item, schema["items"], path_to(path, number))
            if schema.get("uniqueItems"):
                written = json.dumps(item, sort_keys=True, default=repr)
                if written in seen:
                    self._report(path_to(path, number), f"{quote(written)} stands twice here")
                seen.add(written)

    def _check_object(self, entries: Mapping[str, object], schema: Schema, path: str) -> None:
        known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        if wrong := _wrong_constants(entries, schema) & entries.keys():
            # Of another kind of document, or another version, there is nothing more to say.
            for key in sorted(wrong):
                self.check(entries[key], known[key], path_to(path, key))
            return
        missing = [quote(key) for key in schema.get("required", ()) if key not in entries]
        if missing:
            self._report(path, f"the key {', '.join(missing)} is missing")
        for key, value in entries.items():
            place = path_to(path, str(key))
            self.check(key, schema.get("propertyNames", {}), place)
            if key not in known and others is False:
                span = Span(str(key), path=place)
                self.problems.unknown(span, "a key here", _expected(known), known)
            else:
                self.check(value, known.get(key, others), place)

    def _report(self, path: str, message: str) -> None:
        self.problems.add(Span("", path=path), message)


def _expected(known: Iterable[str]) -> str:
    return f"expected {', '.join(known)}"


def _kind(value: object) -> str:
    """What JSON calls the kind of a value; empty for what is no JSON."""
    return next((kind for kind, (type_, _) in _KINDS.items() if isinstance(value, type_)), "")


def _shown(value: object) -> str:
    """What stands there, for a message."""
    kind = _KINDS.get(_kind(value), (object, "no JSON"))[1]
    return f"{kind} {quote(value)}" if isinstance(value, str) else kind


def _distance(value: object, schema: Schema) -> int:
    """How far a value is from one of some alternatives: that which is nearest was meant."""
    if _kind(value) != schema.get("type", "string"):
        return _OTHER_KIND
    if not isinstance(value, dict):
        return 0
    missing = set(schema.get("required", ())) - value.keys()
    known = schema.get("properties", {}).keys()
    unknown = value.keys() - known if schema.get("additionalProperties") is False else ()
    return _OTHER_CONSTANT * len(_wrong_constants(value, schema)) + len(missing) + len(unknown)


def _wrong_constants(entries: Mapping[str, object], schema: Schema) -> set[str]:
    """The keys that have but one value, where it is another one or missing."""
    known = schema.get("properties", {})
    return {
        key for key in known if "const" in known[key] and known[key]["const"] != entries.get(key)
    }
