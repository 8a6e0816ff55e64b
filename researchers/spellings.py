"""The ways a person's name may be spelt, pure: `heard` gives the words of a printed name, `sound` folds romanisations.

For finding a name however it is typed, never for deciding who is who: that is stricter (`harvest.matching`). Names in
Cyrillic and Greek letters are read in Latin ones.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from researchers.names import Name, fold, read_name

LONGEST = 200  # signs of a name that are looked at


@dataclass(frozen=True, slots=True)
class Heard:
    """A name in folded words: `Jean-Paul van der Waals, Jr.` has the given words jean, paul; particles; core waals."""

    given: tuple[str, ...]
    particles: tuple[str, ...]
    core: tuple[str, ...]
    suffix: str = ""

    @property
    def family(self) -> tuple[str, ...]:
        return (*self.particles, *self.core)

    @property
    def initials(self) -> str:
        return "".join(word[0] for word in self.given)


@lru_cache(maxsize=50_000)
def heard(text: str) -> Heard:
    """The words of a name, printed or typed; particles are apart only where a family name follows them."""
    name = read_name(in_latin(text[:LONGEST]))
    if not name.family:
        name = Name("", name.given, name.suffix)
    shouted = name.family.isupper()
    given = [word for part in name.given.split() for word in _given_words(part, shouted)]
    family = fold(name.family).split()
    start = 0
    while start < len(family) - 1 and family[start] in PARTICLES:
        start += 1
    return Heard(tuple(given), tuple(family[:start]), tuple(family[start:]), fold(name.suffix))


def joined(text: str) -> list[str]:
    """The words with a hyphen in them, written as one: `jeanpaul` of `Jean-Paul`."""
    return [fold(part).replace(" ", "") for part in in_latin(text[:LONGEST]).split() if "-" in part[1:-1]]


@lru_cache(maxsize=200_000)
def sound(word: str) -> str:
    """Equal for most romanised spellings of one name: Yuri and Jurij, Müller and Mueller, Alexey and Aleksei."""
    for pattern, plain in _SOUNDS:
        word = pattern.sub(plain, word)
    return word


def in_latin(text: str) -> str:
    """Cyrillic and Greek letters as Latin ones; other scripts stay as they are."""
    return text if text.isascii() else text.translate(_LATIN)


def _given_words(part: str, shouted: bool) -> list[str]:
    """`J.-P.`, `JP` and `J.P.` are two initials, `Jean-Pierre` two names."""
    letters = part.replace(".", "").replace("-", "")
    if not shouted and 2 <= len(letters) <= 3 and letters.isupper():
        return fold(" ".join(letters)).split()
    return fold(part).split()


_PARTICLES_TEXT = """
    af al av bin d da dal dalla das de del dela della dello dem den der des di do dos du e el ibn la las le lo los te
    ten ter van vander vom von y zu zum zur
"""
PARTICLES = frozenset(_PARTICLES_TEXT.split())
_SOUNDS = [
    (re.compile(pattern), plain)
    for pattern, plain in (
        ("shch|sch|sh", "s"),
        ("tch|tsch|ch", "c"),
        ("ph", "f"),
        ("kh|gh", "h"),
        ("zh", "z"),
        ("ts|tz", "z"),
        ("th", "t"),
        ("ks", "x"),
        ("ck|q", "k"),
        ("w", "v"),
        ("(?<=[oe])ff?$", "v"),
        ("([aou])e(?=.)", r"\1"),  # Mueller
        ("ij$|iy$|yi$|yj$|ii$|ey$|ei$|ej$|y$|ie$", "i"),
        ("j|y", "i"),
        ("i(?=[aeou])", "y"),
        ("[ey]?yo", "e"),
        ("(?<=[aeou])i(?=.)", "y"),
        ("^ye", "e"),
        (r"(.)\1+", r"\1"),
    )
]
_CYRILLIC = (
    "а a б b в v г g д d е e ё e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh"
    " щ shch ы y э e ю yu я ya і i ї yi є ye ґ g ў u ј j љ lj њ nj ћ c ђ dj џ dz"
)
_GREEK = (
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o"
    " ά a έ e ή i ί i ό o ύ y ώ o ϊ i ϋ y"
)


def _table(*scripts: str) -> dict[int, str]:
    table = {ord("ъ"): "", ord("ь"): "", ord("Ъ"): "", ord("Ь"): ""}
    for script in scripts:
        letters = script.split()
        for letter, latin in zip(letters[::2], letters[1::2], strict=True):
            table[ord(letter)] = latin
            table[ord(letter.upper())] = latin.title()
    return table


_LATIN = _table(_CYRILLIC, _GREEK)
