"""How much citations and newness lift a paper among others that fit a query as well. Pure.

A factor of its score: it decides between close scores and never brings a paper past one that fits clearly better.
Newness is that of the first version on a fixed scale, so that the order of a list does not change by itself.
"""

from math import log10

CITED_MOST = 0.04  # for MANY citations or more; half of it for the square root of MANY
MANY = 10_000
NEW_MOST = 0.02  # between day 0 and day LAST of the index's count, which begins in 1990
LAST = 365 * 50


def lift(cited: int, day: int) -> float:
    """From 1 to 1 + CITED_MOST + NEW_MOST."""
    often = min(log10(1 + max(cited, 0)) / log10(1 + MANY), 1.0)
    return 1.0 + CITED_MOST * often + NEW_MOST * min(max(day / LAST, 0.0), 1.0)
