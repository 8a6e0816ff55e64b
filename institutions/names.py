"""Names of institutions folded for comparing, pure: accents, punctuation, articles, languages and abbreviations.

`fold("The Univ. of Vienna")`, `fold("Universität Wien")` and `fold("Universite de Vienne")` differ only in the town.
"""

import re
import unicodedata
from unicodedata import category

from institutions.vocabulary import COMMON_FORM, DROPPED


def fold(name: str) -> str:
    """Equal for spellings of one name; empty where nothing but articles is left."""
    return " ".join(words(name))


def words(name: str) -> list[str]:
    """The folded words of a name, in order, without articles, prepositions and legal forms."""
    return [word for word in map(fold_word, plain(name).split()) if word not in DROPPED]


def plain(text: str) -> str:
    """Lower case without accents; every sign that is no letter or digit becomes a blank."""
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text.translate(_LETTERS))
        text = unicodedata.normalize("NFC", _ACCENTS.sub(r"\1", decomposed))
    text = join_initials(text).lower().replace("&", " and ")
    text = _APOSTROPHE.sub("", _ELISION.sub(" ", text))
    if text.isascii():
        return " ".join(_NO_WORD.sub(" ", text).split())
    # Vowel signs of Indic scripts and the joiners are parts of words, though no letters to `re`.
    return " ".join(
        "".join(
            sign if sign.isalnum() or sign in _JOINERS or category(sign)[0] == "M" else " " for sign in text
        ).split()
    )


def join_initials(text: str) -> str:
    """`U.S.A.` and `P. R. China` as `USA` and `PR China`."""
    return _INITIAL.sub(r"\1", text)


def fold_word(word: str) -> str:
    """One word of `plain` text in its common form: `universitat`, `univ` are `university`; plurals are singular."""
    known = COMMON_FORM.get(word)
    if known is not None:
        return known
    if len(word) > 4 and word[-1] == "s" and word[-2] not in "suia'" and word.isascii():
        singular = word[:-1] if not word.endswith("ies") else word[:-3] + "y"
        return COMMON_FORM.get(singular, singular)
    return word


# Of Latin and Greek letters alone: the sign over the Cyrillic short i makes another letter.
_ACCENTS = re.compile(r"([A-Za-z\u0370-\u03ff])[\u0300-\u036f]+")
_NO_WORD = re.compile(r"[\W_]+")
_JOINERS = "\u200c\u200d"
_INITIAL = re.compile(r"\b([A-Z])\.[ -]?(?=[A-Z]\b)")
_ELISION = re.compile(r"\b(?:d|l|dell|all|nell|sull|un)['’‘`´ʼ](?=\w)")
_APOSTROPHE = re.compile(r"['’‘`´ʼ]")
_LETTERS = str.maketrans(
    {
        "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th",
        "ı": "i", "İ": "I", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ə": "e", "Ə": "E",
    }
)  # fmt: skip
