"""Whether two spellings can be one name on one paper; pure.

`read` takes a name apart, `likeness` says how two names are alike, or None where they cannot be one: other surnames,
or given names that differ. A given name may be an initial or a known short form of the other, or leave middle names
out, in order. Romanised names that merely begin alike (Wei, Weiping) are different names. Likeness of names says
nothing of identity from paper to paper.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from harvest.matching.romanised import is_romanised
from researchers.names import clean, fold, read_name


class Likeness(IntEnum):
    """How two names are alike, the strongest highest."""

    PART_OF_FAMILY = 1  # Garcia, Garcia Marquez
    TURNED = 2  # Zhang Wei, Wei Zhang
    INITIALS = 3  # J. Smith, John Smith; two of the name J. Smith
    SHORTENED = 4  # Chris, Christopher
    SAME_INITIALS = 5  # M. J. Costa twice: more than M. Costa
    FULLER = 6  # John Smith, John A. Smith
    SAME = 7


@dataclass(frozen=True, slots=True)
class Form:
    """A name in comparable words. `given` holds all but the last word of the family name; particles are left out."""

    given: tuple[str, ...]
    last: str
    family: str  # its words, written as one
    first_of_family: str
    suffix: str = ""
    readable: bool = True  # in a script that can be compared with Latin letters

    @property
    def letters(self) -> str:
        return "".join(self.given) + self.last

    @property
    def has_full_given(self) -> bool:
        return any(len(word) > 1 for word in self.given)

    @property
    def keys(self) -> frozenset[str]:
        """Two names without a common key share no surname."""
        return frozenset([self.last, self.family, self.first_of_family]) - {""}


@lru_cache(maxsize=100_000)
def read(text: str) -> Form:
    """A name as a source writes it: given name first, or "Last, First"."""
    name = read_name(text)
    return form(name.given, name.family, name.suffix)


@lru_cache(maxsize=100_000)
def form(given: str, family: str, suffix: str = "") -> Form:
    """A name whose parts are known."""
    given, family = clean(given), clean(family)
    if not family:
        given, family = "", given
    shouted = family.isupper()
    givens = [word for part in given.split() for word in _given_words(part, shouted)]
    families = fold(family).split()
    core = [word for word in families if word not in _PARTICLES] or families
    readable = bool(core) and all(_LATIN.fullmatch(word) for word in (*givens, *core))
    return Form(
        given=(*givens, *core[:-1]),
        last=_plain(core[-1]) if core else "",
        family=_plain("".join(core)),
        first_of_family=_plain(core[0]) if core else "",
        suffix=suffix.strip().rstrip(".").casefold(),
        readable=readable,
    )


@lru_cache(maxsize=200_000)
def likeness(one: Form, other: Form) -> Likeness | None:
    """How two names are alike; None where they cannot be one person's name."""
    if not (one.last and other.last) or (one.suffix and other.suffix and one.suffix != other.suffix):
        return None
    if one.letters == other.letters and (one.last.endswith(other.last) or other.last.endswith(one.last)):
        return _same(one.given)
    if one.last == other.last:
        return _likeness_of_given(one.given, other.given, one.last)
    if one.family == other.family:  # Ouyang, Ou-Yang
        return _likeness_of_given(_without_family(one), _without_family(other), one.last)
    if one.first_of_family == other.last or other.first_of_family == one.last:
        found = _likeness_of_given(_without_family(one), _without_family(other), one.last)
        return Likeness.PART_OF_FAMILY if found else None
    if _leaves_out_last(one, other) or _leaves_out_last(other, one):
        return Likeness.PART_OF_FAMILY
    if _turned(one) == _words(other):
        return Likeness.TURNED
    if one.has_full_given and sorted((*one.given, one.last)) == sorted((*other.given, other.last)):
        return Likeness.TURNED
    return None


def share_no_surname(one: Form, other: Form) -> bool:
    """Whether two names of one row are plainly of two people: nothing that could be a surname is common to both."""
    if not (one.readable and other.readable):
        return False
    words = {*one.given, one.last, one.family}
    if one.letters == other.letters:
        return False
    return not (one.keys & other.keys or other.last in words or one.last in {*other.given, other.family})


def _given_words(part: str, shouted: bool) -> list[str]:
    """The words of a part of a given name: `J.-P.` and `JP` are two initials, `Jean-Pierre` two names."""
    letters = part.replace(".", "").replace("-", "")
    if not shouted and 2 <= len(letters) <= 3 and letters.isupper():
        return fold(" ".join(letters)).split()
    return fold(part).split()


def _plain(word: str) -> str:
    """Without the e of Mueller and the second a of Aalto, as some write for Umlauts and rings."""
    return _UMLAUT.sub(lambda found: found[1] or "", word)


def _without_family(name: Form) -> tuple[str, ...]:
    """The given words alone, where the family name has several words."""
    extra, words = name.family.removesuffix(name.last), list(name.given)
    while extra and words and extra.endswith(_plain(words[-1])):
        extra = extra.removesuffix(_plain(words.pop()))
    return tuple(words)


def _leaves_out_last(short: Form, full: Form) -> bool:
    """Maria Garcia, Maria Garcia Lopez."""
    if len(full.given) < 2 or short.last != _plain(full.given[-1]):
        return False
    found = _likeness_of_given(short.given, full.given[:-1], short.last)
    return found is not None and found >= Likeness.FULLER


def _words(name: Form) -> tuple[str, ...]:
    return (*name.given, name.last)


def _turned(name: Form) -> tuple[str, ...]:
    """The words, were the family name the first: Zhang Wei."""
    return (name.last, *name.given)


def _likeness_of_given(one: tuple[str, ...], other: tuple[str, ...], family: str) -> Likeness | None:
    if not one or not other:
        return None
    joined = "".join(one), "".join(other)
    if joined[0] == joined[1]:
        return min(_same(one), _same(other))
    if len(one) > len(other):
        one, other = other, one
    found = _in_order(one, other, family)
    if found is None or _are_other_syllables(one, other, family):
        return None
    return found


def _same(given: tuple[str, ...]) -> Likeness:
    """How much it says that two names are spelt alike."""
    if not given or any(len(word) > 1 for word in given):
        return Likeness.SAME
    return Likeness.SAME_INITIALS if len(given) > 1 else Likeness.INITIALS


def _in_order(few: tuple[str, ...], many: tuple[str, ...], family: str) -> Likeness | None:
    """Each word of `few` stands for one of `many`, in order, from the first; or a full one from the second."""
    weakest = _walk(few, many, family)
    if weakest is None and len(many) > len(few) and len(few[0]) > 1 and few[0] in many[1:]:
        weakest = _walk(few, many[many.index(few[0], 1) :], family)  # Francis Song, H. Francis Song
    if weakest is None:
        return None
    return min(weakest, Likeness.FULLER)


def _walk(few: tuple[str, ...], many: tuple[str, ...], family: str) -> Likeness | None:
    weakest = Likeness.SAME
    place = 0
    for number, word in enumerate(few):
        while True:
            if place == len(many):
                return None
            found = _likeness_of_words(word, many[place], family)
            place += 1
            if found is not None:
                break
            if number == 0:
                return None
        weakest = min(weakest, found if number == 0 or found > Likeness.INITIALS else Likeness.FULLER)
    return weakest


def _likeness_of_words(one: str, other: str, family: str) -> Likeness | None:
    if one == other:
        return Likeness.SAME if len(one) > 1 else Likeness.INITIALS
    if len(one) > len(other):
        one, other = other, one
    if len(one) == 1:
        return Likeness.INITIALS if other.startswith(one) else None
    if other.startswith(one) and _is_short_form(one, other, family):
        return Likeness.SHORTENED
    return None


def _is_short_form(short: str, name: str, family: str) -> bool:
    """Romanised names that begin alike are different names, most of all short ones."""
    if is_romanised(short, family) and is_romanised(name, family):
        return False
    return short in _SHORT_FORMS or len(short) >= 5


def _are_other_syllables(few: tuple[str, ...], many: tuple[str, ...], family: str) -> bool:
    """Wei and Wei-Ping: of romanised names no syllable may be left out, though a Western second name may."""
    if len(few) == 1 and is_romanised(few[0], family) and all(len(word) == 1 for word in many):
        return not _stand_in_order("".join(many), few[0])
    if len(few) == len(many):
        return False
    full_few = "".join(word for word in few if len(word) > 1)
    full_many = "".join(word for word in many if len(word) > 1)
    if not full_few or full_few == full_many or any(len(word) == 1 for word in few[1:]):
        return False
    return is_romanised(full_few, family) and is_romanised(full_many, family)


def _stand_in_order(initials: str, word: str) -> bool:
    """X. Y. may be Xinyu, X. Z. may not."""
    place = 0
    for letter in initials:
        place = word.find(letter, place) + 1
        if not place:
            return False
    return True


_LATIN = re.compile(r"[a-zßə\d]+")
_UMLAUT = re.compile(r"([aou])e(?=.)|(?<=a)a")
_PARTICLES_TEXT = """
    af al av bin d da dal dalla das de del dela della dello dem den der des di do dos du e el ibn la las le lo los te
    ten ter van vander vom von y zu zum zur
"""
_PARTICLES = frozenset(_PARTICLES_TEXT.split())
_SHORT_FORMS_TEXT = """
    abe alex andy anton ben benj bernd charlie chris christ dan dave dim doug ed edw eli fred gabe geoff greg jeff jon
    josh kath ken kim krist lars len leo mark mart matt max mich nat nath nic nick nico nik pat phil ray reg rich rob
    ron sam seb serg stef steph stu tim theo thom tom val vic vlad vlado will wolf zach
"""
_SHORT_FORMS = frozenset(_SHORT_FORMS_TEXT.split())
