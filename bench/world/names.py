"""Forms of a personal name as sources print them, and whether two forms could be one name; pure.

The world's own: nothing is shared with matching, so that no slip of matching is repeated in what it is measured on.
"""

import re
import unicodedata
from functools import lru_cache

PLAIN = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "Ae", "ı": "i", "ð": "d"}
    | {"œ": "oe", "þ": "th", "’": "'"}
)
_ONE_HYPHEN = re.compile(r"[-\u2010-\u2015]")


def without_accents(text: str) -> str:
    """`Tomáš Øvrelid` to `Tomas Ovrelid`."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text.translate(PLAIN))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


@lru_cache(100_000)
def key(text: str) -> str:
    """To compare family names by: letters and digits only, lower case."""
    return "".join(sign for sign in without_accents(text).lower() if sign.isalnum())


@lru_cache(100_000)
def parts(given: str) -> tuple[str, ...]:
    """Of given names, folded; `J.-P.` and `JP` stay what they are, two letters and one part."""
    return tuple(re.findall(r"[^\W_]+", without_accents(given).lower()))


def only_initials(names: tuple[str, ...]) -> bool:
    return all(len(name) == 1 for name in names)


def could_be(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two given names may be one: each equal or an initial of the other, in order; ends may be left out."""
    if not one or not other or "".join(one) == "".join(other):
        return True
    return all(
        mine == yours or (1 in (len(mine), len(yours)) and mine[0] == yours[0])
        for mine, yours in zip(one, other, strict=False)
    )


def initials(given: str) -> str:
    """`Jean-Paul Marie` to `J. P. M.`"""
    return " ".join(f"{name[0]}." for name in re.split(r"[\s.\-\u2010-\u2015]+", given) if name)


def full_name(given: str, family: str, suffix: str = "") -> str:
    return " ".join(part for part in (given, family, suffix) if part)


def family_first(given: str, family: str, suffix: str = "") -> str:
    """As in records that came from arXiv: `Kipf, Thomas N.`"""
    return ", ".join(part for part in (family, given, suffix) if part)


def with_typographic_hyphen(name: str) -> str:
    """`Shi‐Min Hu` with U+2010, as OpenAlex's profiles have it."""
    return _ONE_HYPHEN.sub("\u2010", name)


def without_hyphen(given: str) -> str:
    """`Shi-Min` to `Shimin`, the other common spelling."""
    return re.sub(r"(?<=[a-z])[-\u2010-\u2015]([A-Z])(?=[a-z])", lambda found: found[1].lower(), given)
