"""Whether data have the shape that a JSON schema says.

A schema that ships with the package is the one place that says which keys an object has and what
kind of value each is. Only the keywords that those schemas use are known here: ``type``, ``const``,
``enum``, ``pattern``, ``not``, ``minLength``, ``minimum``, ``maximum``, ``items``, ``minItems``,
``maxItems``, ``uniqueItems``, ``properties``, ``required``, ``additionalProperties``,
``propertyNames``, ``anyOf``, ``oneOf`` and ``$ref`` to ``$defs``. A library would know all of them,
but would load for longer than most commands run, and could not say what is wrong in our words.

Most data fit, so that is asked first (``Shape.fits``). Only where they do not, it is looked for
what is wrong (``Shape.problems``).

Example: by the schema ``{"properties": {"at": {"type": "integer"}}}`` the data ``{"at": "x"}`` have
the problem ``at: found "x" (expected a whole number)``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from importlib.resources import files
from typing import Any, Final, TypeAlias

from tracker.messages import clipped, did_you_mean, printable, quote
from tracker.notation.problems import Problems, Span

Schema: TypeAlias = Mapping[str, Any]
Misfits: TypeAlias = Iterator[tuple[str, str]]
"""What is wrong with data: where they stand in their document, and the message."""

_KINDS: Final[Mapping[str, tuple[type, str]]] = {
    "boolean": (bool, "true or false"),
    "string": (str, "a string"),
    "integer": (int, "a whole number"),
    "number": (float, "a number with a fraction"),
    "array": (list, "an array"),
    "object": (dict, "an object"),
    "null": (type(None), "null"),
}


def _is_among(known: Iterable[object], value: object) -> bool:
    """Whether a value is one of some: to Python, true is 1, but not here."""
    return any(type(value) is type(other) and value == other for other in known)


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=repr)


_RULES: Final[Mapping[str, tuple[Callable[[Any, Any], object], str]]] = {
    "type": (lambda kind, value: type(value) is _KINDS[kind][0], "{kind}"),
    "const": (lambda constant, value: _is_among([constant], value), "{const}"),
    "enum": (_is_among, "{choices}"),
    "pattern": (re.search, "{description}"),
    "not": (lambda other, text: not re.search(other["pattern"], text), "{description}"),
    "minLength": (lambda least, text: len(text) >= least, "{description}"),
    "minimum": (lambda least, number: number >= least, "{minimum} or more"),
    "maximum": (lambda most, number: number <= most, "{maximum} or less"),
    "minItems": (lambda least, items: len(items) >= least, "{minItems} or more items"),
    "maxItems": (lambda most, items: len(items) <= most, "{maxItems} items or fewer"),
    "uniqueItems": (lambda _, items: len({*map(_written, items)}) == len(items), "no item twice"),
}
"""What a value must be for each keyword, and that in words."""
_NAMES: Final = "propertyNames"
_PARTS: Final = ("items", _NAMES, "additionalProperties")
"""The keywords behind which the schema of many values stands."""
_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST: Final = 60
_OTHER_KIND: Final = 1000
_OTHER_CONSTANT: Final = 100
"""How much farther than by one key a value is from an alternative that is of another kind."""


@cache
def load_schema(package: str, name: str, part: str = "") -> Shape:
    """A schema that ships with the package.

    Args:
        package: the package that it lies in.
        name: the name of its file.
        part: the name of one of its definitions; empty for the whole of it.
    """
    schema: Schema = json.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
    definitions = schema.get("$defs", {})
    return Shape(definitions[part] if part else schema, definitions)


def check_shape(value: object, shape: Shape, problems: Problems, path: str = "") -> None:
    """Notes where data do not have the shape of a schema.

    Args:
        value: the data, as ``json.loads`` gives them.
        shape: the schema.
        problems: where to note what is wrong.
        path: where the data stand in their document, such as ``[1]``; empty for all of it.
    """
    for place, message in shape.problems(value, path):
        problems.add(Span("", path=place), message)


def path_to(path: str, key: str | int) -> str:
    """The path of an item of what stands at a path: ``events[3]``, ``sizes.Ann``."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not _PLAIN_KEY.fullmatch(key):
        return f"{path}[{quote(key)}]"
    return f"{path}.{key}" if path else key


class Shape:
    """A schema, or a part of one.

    Args:
        schema: what it says.
        definitions: the parts of it that have names.
    """

    def __init__(self, schema: Schema, definitions: Schema) -> None:
        name = schema.get("$ref", "").rpartition("/")[2]
        self._schema = schema = definitions[name] if name else schema
        part = partial(Shape, definitions=definitions)
        self._rules = {key: partial(_RULES[key][0], schema[key]) for key in schema if key in _RULES}
        """What a value must be besides what is said of its parts; the type stands first in ours."""
        self._choices = [*map(part, schema.get("anyOf") or schema.get("oneOf") or ())]
        """The alternatives, of which one must fit."""
        self._properties = {key: part(own) for key, own in schema.get("properties", {}).items()}
        self._parts = {key: part(schema[key]) for key in _PARTS if schema.get(key)}
        self._is_closed = schema.get("additionalProperties") is False
        """Whether an object may have no keys but those that are named."""
        self._fits_known = lru_cache(maxsize=200, typed=True)(self._fits)
        """``fits`` for names and numbers, which come again and again."""

    # -- does it fit? -----------------------------------------------------------------------------

    def fits(self, value: object) -> bool:
        """Whether a value has this shape."""
        if isinstance(value, dict | list):
            return self._fits(value)
        return self._fits_known(value)

    def _fits(self, value: object) -> bool:
        """``fits``, looked at anew."""
        return self._fits_itself(value) and (
            not self._choices or any(choice.fits(value) for choice in self._choices)
        )

    def _fits_itself(self, value: object) -> bool:
        """Whether a value is as it is to be, whatever the alternatives."""
        if not all(rule(value) for rule in self._rules.values()):
            return False
        if isinstance(value, dict):
            return self._fits_entries(value)
        return not isinstance(value, list) or self._all_fit("items", value)

    def _fits_entries(self, entries: Mapping[str, object]) -> bool:
        """Whether an object has the keys and the values that it is to have."""
        if not all(map(entries.__contains__, self._schema.get("required", ()))):
            return False
        for key, own in self._properties.items():
            if key in entries and not own.fits(entries[key]):
                return False
        others = [value for key, value in entries.items() if key not in self._properties]
        if others and self._is_closed:
            return False
        return self._all_fit("additionalProperties", others) and self._all_fit(_NAMES, entries)

    def _all_fit(self, keyword: str, values: Iterable[object]) -> bool:
        """Whether values have the shape that a keyword says, if it says any."""
        part = self._parts.get(keyword)
        return part is None or all(map(part.fits, values))

    # -- what is wrong? ---------------------------------------------------------------------------

    def problems(self, value: object, path: str = "") -> Misfits:
        """What is wrong with a value, and with all values in it.

        Args:
            value: the value.
            path: where it stands in its document.
        """
        if self.fits(value):
            return
        broken = next((name for name, rule in self._rules.items() if not rule(value)), None)
        if broken is not None:
            hint = did_you_mean(str(value), self._schema["enum"]) if broken == "enum" else ""
            yield path, f"found {_shown(value)} (expected {self._expected(broken)}){hint}"
        elif not self._fits_itself(value):
            within = self._wrong_items if isinstance(value, list) else self._wrong_entries
            yield from within(value, path)
        else:
            nearest = min(self._choices, key=partial(Shape._distance, value=value))
            yield from nearest.problems(value, path)

    def _wrong_items(self, items: Any, path: str) -> Misfits:
        """What is wrong in an array."""
        for number, item in enumerate(items):
            yield from self._parts["items"].problems(item, path_to(path, number))

    def _wrong_entries(self, entries: Any, path: str) -> Misfits:
        """What is wrong in an object."""
        # Of another kind of document, or another version, there is nothing more to say.
        wrong = [key for key in self._wrong_constants(entries) if key in entries]
        for key in wrong or self._schema.get("required", ()):
            if key not in entries:
                yield path, f"the key {quote(key)} is missing"
        for key in map(str, wrong or entries):
            place = path_to(path, key)
            if _NAMES in self._parts:
                yield from self._parts[_NAMES].problems(key, place)
            own = self._properties.get(key, self._parts.get("additionalProperties"))
            if own is not None:
                yield from own.problems(entries[key], place)
            elif self._is_closed:
                expected = f"expected {', '.join(self._properties)}"
                hint = did_you_mean(key, self._properties)
                yield place, f"{quote(key)} is not a key here ({expected}){hint}"

    def _expected(self, rule: str) -> str:
        """What is said by a keyword, for a message."""
        kind = _KINDS.get(self._schema.get("type", ""), (object, ""))[1]
        choices = ", ".join(map(str, self._schema.get("enum", ())))
        return _RULES[rule][1].format_map({**self._schema, "kind": kind, "choices": choices})

    def _distance(self, value: object) -> int:
        """How far a value is from this alternative: that which is nearest was meant."""
        if type(value) is not _KINDS[self._schema.get("type", "string")][0]:
            return _OTHER_KIND
        if not isinstance(value, dict):
            return 0
        missing = [key for key in self._schema.get("required", ()) if key not in value]
        unknown = [key for key in value if self._is_closed and key not in self._properties]
        return _OTHER_CONSTANT * len(self._wrong_constants(value)) + len(missing) + len(unknown)

    def _wrong_constants(self, entries: Mapping[str, object]) -> list[str]:
        """The keys that have but one value, where it is another one or missing."""
        known = self._schema.get("properties", {}).items()
        return [key for key, own in known if "const" in own and entries.get(key) != own["const"]]


def _shown(value: object) -> str:
    """What stands there, for a message."""
    return clipped(printable(_written(value)), _LONGEST)
