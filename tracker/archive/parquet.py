"""Tables as Arrow tables and as Parquet, for which pyarrow is needed (the extra ``archive``).

Why pyarrow: its tables are what pandas, Polars and DuckDB all read without copying, its Parquet
files come out the same byte for byte, and its types are stated before there is a row. Polars would
do the work as well, but others would have to go through Arrow all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

from tracker.archive.schema import SCHEMA_VERSION, TABLES
from tracker.errors import TrackerError

try:
    import pyarrow
    import pyarrow.parquet
except ImportError as error:
    raise TrackerError("this needs pyarrow: pip install 'literature-tracker[archive]'") from error

VERSION_KEY: Final = "tracker.schema"
"""Where a file says in its metadata of which version of the schema it is."""


@cache
def arrow_schema(name: str) -> Any:
    """The Arrow schema of a table.

    Args:
        name: of the table.
    """
    hints = get_type_hints(TABLES[name])
    columns = [(field.name, _arrow_type(hints[field.name])) for field in fields(TABLES[name])]
    return pyarrow.schema(columns, metadata={VERSION_KEY: str(SCHEMA_VERSION)})


def _arrow_type(hint: Any) -> Any:
    """The Arrow type of what a field holds; whether that may be none makes no difference."""
    plain = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    if hint in plain:
        return plain[hint]
    if hint is bool:
        return pyarrow.bool_()
    inner = _arrow_type(next(one for one in get_args(hint) if one not in (type(None), Ellipsis)))
    return pyarrow.list_(inner) if get_origin(hint) is tuple else inner


def arrow_table(name: str, rows: Sequence[Any]) -> Any:
    """Rows as an Arrow table.

    Args:
        name: of the table.
        rows: values of its class.
    """
    schema = arrow_schema(name)
    columns = [
        pyarrow.array([getattr(row, field.name) for row in rows], field.type) for field in schema
    ]
    return pyarrow.Table.from_arrays(columns, schema=schema)


def parquet_bytes(table: Any) -> bytes:
    """An Arrow table as a Parquet file: the same bytes for the same rows."""
    file = BytesIO()
    pyarrow.parquet.write_table(table, file, compression="zstd")
    return file.getvalue()


def read_parquet(name: str, files: Iterable[Path], columns: Sequence[str] | None = None) -> Any:
    """A table out of its files.

    Args:
        name: of the table.
        files: the files, in order.
        columns: which; none: all.
    """
    wanted = None if columns is None else list(columns)
    parts = [pyarrow.parquet.read_table(file, columns=wanted) for file in files]
    if not parts:
        empty = arrow_table(name, ())
        return empty if wanted is None else empty.select(wanted)
    return pyarrow.concat_tables(parts)


def rows_in(table: Any) -> Iterable[Mapping[str, Any]]:
    """The rows of an Arrow table, one by one."""
    for batch in table.to_batches():
        yield from batch.to_pylist()
