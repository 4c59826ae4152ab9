"""Tables as CSV files, which spreadsheets open without running anything."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence

from django.http import HttpResponse


def table_response(name: str, rows: Iterable[Sequence[str]]) -> HttpResponse:
    """A CSV file with this name; no value in it is a formula."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response.write("\ufeff")  # so that spreadsheets read it as UTF-8
    table = csv.writer(response)
    for row in rows:
        table.writerow([_harmless(value) for value in row])
    return response


def _harmless(value: str) -> str:
    """The value, never a formula of a spreadsheet."""
    return f"'{value}" if value[:1] in "=+-@\t\r" and value else value
