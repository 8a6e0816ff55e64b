"""Personal names, pure: cut a printed name into given, family and suffix; fold a text for comparing.

`split` knows the order given-family and, where it can be seen, family-initials (`Ivanov I. I.`). Particles (van, de la,
Di) belong to the family name. It never raises; a name of one word is a family name.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from html import unescape
from typing import NamedTuple


class Name(NamedTuple):
    """The parts of a person's name; any but the family name may be empty."""

    given: str
    family: str
    suffix: str = ""


def split(printed: str) -> Name:
    """The parts of a name as printed, with blanks after the points of initials."""
    words = _CLOSE_POINT.sub(". ", printed).replace(",", " ").split()
    suffix = words.pop() if len(words) > 1 and is_suffix(words[-1]) else ""
    if len(words) <= 1:
        return Name("", "".join(words), suffix)
    if _is_family_first(words):
        return Name(" ".join(words[1:]), words[0], suffix)
    first = 1 if words[0][0].isupper() else 0  # "Van Vu" is called Van; "van Kampen" tells no given name
    start = len(words) - 1
    while start > first and _PARTICLE.fullmatch(words[start - 1]):
        start -= 1
    return Name(" ".join(words[:start]), " ".join(words[start:]), suffix)


def read_name(text: str) -> Name:
    """The parts of a name as a source or a reader writes it: as printed, or "Last, First"."""
    text = clean(text)
    family, comma, given = text.partition(",")
    if not comma or not given.strip() or is_suffix(given.strip()):
        return split(text)
    before, _, after = (part.strip() for part in given.partition(","))
    if is_suffix(before):  # "Smith, Jr., John"
        return Name(after, family, before)
    return Name(before, family, after if is_suffix(after) else "")


def fullest(printed: Iterable[str]) -> str:
    """Of the forms a person's name is printed in, the one to show: most full given names, then most words.

    Of equals the one that is not all capitals, then the most frequent, then the last of the alphabet (it has accents).
    """
    counted = Counter(printed)

    def fullness(name: str) -> tuple[int, int, bool, int, str]:
        words = fold(split(name).given).split()
        return sum(len(word) > 1 for word in words), len(words), not name.isupper(), counted[name], name

    return max(counted, key=fullness)


def is_suffix(word: str) -> bool:
    """Whether a word after a name tells father from son: Jr, Sr., III."""
    return word.rstrip(".") in _SUFFIXES


def fold(text: str) -> str:
    """Lower case without accents and punctuation, single blanks: equal for spellings of one name."""
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text.translate(_LETTERS))
        text = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return " ".join(_NO_WORD.sub(" ", _APOSTROPHE.sub("", text)).casefold().split())


def clean(text: str) -> str:
    """One spelling of what looks alike: compatible forms, dashes, Greek and Cyrillic letters in Latin words."""
    if text.isascii() and "&" not in text:
        return " ".join(text.split())
    text = unicodedata.normalize("NFKC", unescape(unescape(text)))
    text = _DASH.sub("-", _INVISIBLE.sub("", text))
    if not text.isascii() and _SOME_LATIN.search(text):
        text = text.translate(_LOOK_ALIKE)
    return " ".join(text.split())


def _is_family_first(words: list[str]) -> bool:
    """`Ivanov I. I.`: a full word, then nothing but initials with their points."""
    initials = words[1:-1] if len(words) > 2 and len(words[-1]) == 1 else words[1:]
    return len(words[0]) > 2 and "." not in words[0] and all(_INITIALS.fullmatch(word) for word in initials)


_CLOSE_POINT = re.compile(r"\.(?=[^\W\d_])")
_SUFFIXES = frozenset(["Jr", "Sr", "II", "III", "IV", "jr", "sr", "JR", "SR"])
_INITIALS = re.compile(r"[^\W\d_]\.(?:-[^\W\d_]\.)*")
_PARTICLE = re.compile(
    r"af|av|da|dal|dalla|das|de|del|dela|della|dello|dem|den|der|des|di|do|dos|du|el|la|las|le|lo|los|mac|'t|te|ten|ter"
    r"|van|vander|vom|von|zu|zum|zur"
    r"|Da|Dal|Dalla|De|Del|Della|Dello|Dem|Den|Der|Des|Di|Dos|Du|La|Las|Le|Los|Mac|Ter|Van|Von|Zu|Zur"
    r"|DA|DE|DEL|DI|LA|LE|VAN|VON"
)
_LETTERS = {
    ord(letter): plain
    for plain, letters in {
        "o": "øØ",
        "l": "łŁ",
        "d": "đĐðÐ",
        "th": "þÞ",
        "i": "ı",
        "ae": "æÆ",
        "oe": "œŒ",
        "h": "ħĦ",
        "n": "ŋŊ",
        "": "ʼʹʻ’‘",
    }.items()
    for letter in letters
}
_APOSTROPHE = re.compile("['`´]")
_NO_WORD = re.compile(r"[\W_]+")
_SOME_LATIN = re.compile(r"[A-Za-z]")
_DASH = re.compile(r"[\u2010-\u2015\u2212\u00ad\ufe63\uff0d]")
_INVISIBLE = re.compile(r"[\u200b-\u200f\u2060\ufeff]")
_LOOK_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХаеорсухіјѕАΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοριν",
    "ABEKMHOPCTYXaeopcyxijsAABEZHIKMNOPTYXaopiv",
)
