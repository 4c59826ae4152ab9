"""Rows as they are: read at one moment, and inserted with all their columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.db import connections, transaction
from django.db.models import Model, QuerySet

AT_ONCE = 500


@contextmanager
def one_moment(using: str = "default") -> Iterator[None]:
    """All that is read inside is as it was at its beginning."""
    connection = connections[using]
    is_outermost = not connection.in_atomic_block
    with transaction.atomic(using=using):
        if is_outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def rows_insert(
    model: type[Model], rows: Iterable[Model], using: str = "default", *, has_keys: bool = False
) -> Iterator[int]:
    """Insert the rows in their order, with every column as it is: Django would set the times of
    columns such as `created`, and an `Entry` can't be inserted in any other way but by a move.

    Yields their primary keys, as the database has given them; with `has_keys` they keep their own.
    The database's triggers check each row.
    """
    meta, connection = model._meta, connections[using]
    fields = [one for one in meta.local_concrete_fields if has_keys or one is not meta.auto_field]
    insert: Any = QuerySet(model, using=using)._insert  # type: ignore[attr-defined]
    size = min(AT_ONCE, connection.ops.bulk_batch_size(fields, range(AT_ONCE)))
    remaining = iter(rows)
    while batch := list(islice(remaining, size)):
        found: Sequence[tuple[int, ...]] = insert(
            batch, fields, returning_fields=[meta.pk], raw=True, using=using
        )
        yield from (pk for (pk,) in found)
