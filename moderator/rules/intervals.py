"""Shares with their intervals."""

from __future__ import annotations

from math import sqrt

Z = 1.96
"""Standard deviations on both sides of the mean that hold 95 % of a normal distribution."""


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share, from 0 to 1, that was found in so many games.

    Args:
        share: from 0 to 1; victories that several share count in part.
        count: at least 1.

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
    1927.

    >>> [round(end, 3) for end in wilson(0.25, 400)]
    [0.21, 0.295]
    """
    middle = share + Z * Z / (2 * count)
    half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    whole = 1 + Z * Z / count
    return max((middle - half) / whole, 0.0), min((middle + half) / whole, 1.0)
