"""How much citations and newness lift a paper among others that fit a query as well. Pure.

A factor of its score, fixed when the entry is written: it decides between close scores and never brings a paper past
one that fits clearly better. Newness is that of the first version on a fixed scale, so that no entry ages.
"""

from datetime import datetime
from math import log10

CITED_MOST = 0.04  # for MANY citations or more; half of it for the square root of MANY
MANY = 10_000
NEW_MOST = 0.02  # between a paper of FIRST_YEAR and one of LAST_YEAR
FIRST_YEAR, LAST_YEAR = 1991, 2041


def lift(cited: int, first_submitted_at: datetime) -> float:
    """From 1 to 1 + CITED_MOST + NEW_MOST."""
    often = min(log10(1 + max(cited, 0)) / log10(1 + MANY), 1.0)
    year = first_submitted_at.year + first_submitted_at.timetuple().tm_yday / 366
    new = min(max((year - FIRST_YEAR) / (LAST_YEAR - FIRST_YEAR), 0.0), 1.0)
    return 1.0 + CITED_MOST * often + NEW_MOST * new
