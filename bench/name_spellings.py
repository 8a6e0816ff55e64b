"""Twelve ways in which a reader may type a person's name; pure, and sharing no code with the search for names."""

import random
import re
from collections.abc import Callable

from bench.world.names import full_name, initials, parts, without_accents, without_hyphen

Spell = Callable[[str, str, str, random.Random], str]

_PARTICLE = re.compile(r"^(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ter|ten|zu) )+", re.IGNORECASE)
_ROMANISED = (
    ("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ø", "oe"), ("å", "aa"), ("ß", "ss"), ("ć", "ch"), ("č", "ch"),
    ("š", "sh"), ("ž", "zh"), ("ey$", "ei"), ("ei$", "ey"), ("iy$", "y"), ("ii$", "y"), ("ks", "x"), ("(?<=a)x", "ks"),
    ("ov$", "off"), ("ev$", "eff"), ("yu", "iu"), ("ya", "ia"), ("kh", "h"), ("y$", "i"), ("w", "v"),
)  # fmt: skip


def folded(text: str) -> str:
    """To tell whether two names are spelt the same."""
    return " ".join(sorted(re.findall(r"[^\W_]+", without_accents(text).lower())))


def plain(given: str, family: str, suffix: str, rng: random.Random) -> str:
    return without_accents(full_name(given, family, suffix))


def hyphen_dropped(given: str, family: str, suffix: str, rng: random.Random) -> str:
    joined = without_hyphen(given)
    return full_name(joined, rng.choice([family.replace("-", " "), family]), suffix)


def initials_only(given: str, family: str, suffix: str, rng: random.Random) -> str:
    return full_name(initials(given), family)


def family_comma_given(given: str, family: str, suffix: str, rng: random.Random) -> str:
    return ", ".join(filter(None, (family, given)))


def family_given(given: str, family: str, suffix: str, rng: random.Random) -> str:
    return full_name(family, given)


def lower_case(given: str, family: str, suffix: str, rng: random.Random) -> str:
    return full_name(given, family, suffix).lower()


def particle_dropped(given: str, family: str, suffix: str, rng: random.Random) -> str:
    return full_name(given, _PARTICLE.sub("", family), suffix)


def middle_dropped(given: str, family: str, suffix: str, rng: random.Random) -> str:
    return full_name((given.split() or [""])[0], family, suffix)


def suffix_changed(given: str, family: str, suffix: str, rng: random.Random) -> str:
    return full_name(given, family) if suffix else full_name(given, family, rng.choice(["Jr.", "III"]))


def typo(given: str, family: str, suffix: str, rng: random.Random) -> str:
    """One slip in the longest word: a letter left out, doubled, put for another, or two that changed places."""
    name = full_name(given, family)
    word = max(re.findall(r"[^\W\d_]+", name), key=len)
    if len(word) < 4:
        return name
    at = rng.randrange(1, len(word) - 1)
    slip = rng.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + rng.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        ]
    )
    return name.replace(word, slip, 1)


def romanised(given: str, family: str, suffix: str, rng: random.Random) -> str:
    """Accents written out, and what of the family name is romanised in more than one way."""
    words = []
    for word in full_name(given, family).lower().split():
        for pattern, other in _ROMANISED:
            changed = re.sub(pattern, other, word)
            if changed != word:
                word = changed
                break
        words.append(without_accents(word))
    return " ".join(words)


def run_together(given: str, family: str, suffix: str, rng: random.Random) -> str:
    first = parts(given)[0][0] if parts(given) else ""
    return first + re.sub(r"\W", "", without_accents(family).lower())


KINDS: dict[str, Spell] = {
    "accents dropped": plain,
    "hyphen dropped": hyphen_dropped,
    "initials only": initials_only,
    "family first, comma": family_comma_given,
    "family first, no comma": family_given,
    "lower case": lower_case,
    "particle dropped": particle_dropped,
    "middle name dropped": middle_dropped,
    "suffix added or dropped": suffix_changed,
    "one typo": typo,
    "other romanisation": romanised,
    "initial and family as one": run_together,
}
