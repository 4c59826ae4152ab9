"""Colour as people see it: contrast (WCAG 2), and distance for each kind of colour vision."""

from itertools import product

Rgb = tuple[float, float, float]

# Machado, Oliveira, Fernandes (2009): full protanopia, deuteranopia, tritanopia, linear RGB.
VISIONS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> Rgb:
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))

    def one(c: float) -> float:
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    return one(r), one(g), one(b)


def contrast(one: str, other: str) -> float:
    """1 to 21."""

    def light(colour: str) -> float:
        r, g, b = linear(colour)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def distance(one: str, other: str) -> float:
    """The smallest CIE 1976 difference over all kinds of colour vision; about 2 is just seen."""
    return min(
        sum((a - b) ** 2 for a, b in zip(_lab(one, v), _lab(other, v), strict=True)) ** 0.5
        for v in VISIONS
    )


def _lab(colour: str, vision: str) -> Rgb:
    seen = [
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear(colour), strict=True))))
        for row in VISIONS[vision]
    ]
    to_xyz = (
        (0.4124, 0.3576, 0.1805, 0.95047),
        (0.2126, 0.7152, 0.0722, 1.0),
        (0.0193, 0.1192, 0.9505, 1.08883),
    )
    x, y, z = ((sum(k * c for k, c in zip(row[:3], seen, strict=True)) / row[3]) for row in to_xyz)

    def f(t: float) -> float:
        return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def pairs(count: int) -> list[tuple[int, int]]:
    return [(a, b) for a, b in product(range(count), repeat=2) if a < b]
