"""Numbers in a PDF, written faster than by ReportLab without its extension in C.

A third of a pack's CPU went into its `fp_str`, which takes a logarithm of each number.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfgen import canvas, pathobject, textobject

DECIMALS = 3  # of a point: no printer shows less than a thousandth of a millimetre


def written(*given: Any) -> str:
    """The numbers, or those of a single sequence, with spaces between them.

    >>> written(12, 0.25, -7.123456, 0.00001)
    '12 0.25 -7.123 0.0'
    """
    numbers = given[0] if len(given) == 1 and isinstance(given[0], (list, tuple)) else given
    return " ".join([repr(round(number, DECIMALS)) for number in numbers])


def install() -> None:
    """Let ReportLab's canvas write its numbers like this."""
    for module in (canvas, pathobject, textobject):
        module.fp_str = written
