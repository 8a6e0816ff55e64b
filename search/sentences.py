"""The sentences of an abstract in plain Unicode. Pure; linear in time.

A stop ends a sentence where a blank and a capital, a digit or a formula follow, and the word before it is no usual
abbreviation and no initial.
"""

import re

MOST = 40
SHORTEST = 12  # signs; what is shorter belongs to the sentence before it
_END = re.compile(r"[.!?][)\]”’\"']*\s+(?=[^\sa-z])")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|w\.r\.t|et al|cf|vs|resp|approx|Figs?|Eqs?|Refs?|Sect?|Thm|Dr|Prof|Mr|Mrs|St|No|Vol)"
    r"|(?<!\w)[A-Z])$"
)


def sentences(text: str) -> list[str]:
    """In order, `MOST` at the utmost: what follows is part of the last one."""
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if len(found) == MOST - 1:
            break
        sentence = text[start : match.end()].strip()
        if len(sentence) < SHORTEST or _ABBREVIATED.search(text, max(start, match.start() - 8), match.start()):
            continue
        found.append(sentence)
        start = match.end()
    rest = text[start:].strip()
    if rest and found and len(rest) < SHORTEST:
        found[-1] += f" {rest}"
    elif rest:
        found.append(rest)
    return found
