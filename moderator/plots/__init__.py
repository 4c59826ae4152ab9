"""QR codes as SVG, and the colours and patterns of seats on pages and sheets."""

from moderator.plots.qr import qr, qr_rows
from moderator.plots.seats import (
    INK_DARK,
    INK_LIGHT,
    PAPER_DARK,
    PAPER_LIGHT,
    SEATS,
    SeatLook,
    pattern_dots,
    pattern_patches,
    pattern_strokes,
    seat_look,
)

__all__ = [
    "INK_DARK",
    "INK_LIGHT",
    "PAPER_DARK",
    "PAPER_LIGHT",
    "SEATS",
    "SeatLook",
    "pattern_dots",
    "pattern_patches",
    "pattern_strokes",
    "qr",
    "qr_rows",
    "seat_look",
]
