"""What is beside a name in an affiliation and shows that it is a part of a longer one: a hospital, a campus, a branch.

Pure. The rules know kinds of words, no institution.
"""

from collections.abc import Sequence
from itertools import pairwise

from harvest.matching.affiliation_text import COMMA, WORD, Word
from harvest.matching.institution_hits import ACRONYM, Hit, has_digit, stands_free
from harvest.matching.institution_index import Entry, InstitutionIndex
from institutions.vocabulary import CARE, HEADS, UNITS

HOSPITAL = "a hospital of it"


def judge_beside(hit: Hit, words: Sequence[Word], index: InstitutionIndex) -> None:
    """Refuse where the words beside it show that it is a part of a longer name."""
    entry = index.entries[hit.ror]
    if hit.method == ACRONYM:
        if hit.left or hit.right or not stands_free(hit, words):
            hit.refused = "an acronym within a phrase"
        return
    hit.refused = (
        _campus_elsewhere(hit, words, entry, index)
        or _right_side(hit, words, entry, index)
        or _left_side(hit, words, entry, index)
        or _hospital_in_next_segment(hit, words, entry, index)
    )


def _campus_elsewhere(hit: Hit, words: Sequence[Word], entry: Entry, index: InstitutionIndex) -> str:
    """`University of Missouri–Kansas City`, `Chinese University of Hong Kong (Shenzhen)`."""
    if hit.end == len(words) or words[hit.end].sign[:1] not in ("-", "–", "—", "("):
        return ""
    for length in (1, 2):
        key = " ".join(word.form for word in words[hit.end : hit.end + length])
        if key in index.cities and not _is_own_place(key, entry, index):
            return "its name goes on with another town"
    return ""


def _right_side(hit: Hit, words: Sequence[Word], entry: Entry, index: InstitutionIndex) -> str:
    right = _trimmed(hit.right, entry, index)
    if not right or right[0].gap >= WORD:
        return ""
    forms = [word.form for word in right]
    if right[0].form.isdigit() and _is_numbered(hit, words, index):
        return "one of several that are numbered"
    if _are_places(right, index):
        key = " ".join(form for form in forms if not form.isdigit())
        if not has_digit(right[0]) and not _is_own_place(key, entry, index):
            return "its name goes on with another town"
        return ""
    if _tell_of_care(_up_to_and(right), entry):
        return HOSPITAL
    if forms[0] in UNITS or any(
        form in UNITS and after.link == "of" for form, after in zip(forms, right[1:], strict=False)
    ):
        return ""
    return "words after it"


def _is_numbered(hit: Hit, words: Sequence[Word], index: InstitutionIndex) -> bool:
    """`Univ Paris 06`: where others have the name with a number, the number counts."""
    key = " ".join(word.form for word in words[hit.start : hit.end])
    return any(f"{key} {number}" in index.named for number in range(1, 14))


def _left_side(hit: Hit, words: Sequence[Word], entry: Entry, index: InstitutionIndex) -> str:
    left = hit.left
    if not left:
        return ""
    first = words[hit.start]
    if _tell_of_care(_since_and(left, first), entry):
        return HOSPITAL
    if first.gap >= WORD:
        return ""
    links = first.link.split()
    if links:
        return "within a longer name" if left[-1].form in HEADS and "of" in links else ""
    if _are_places(hit.right, index):
        if all(word.plain in index.acronyms and word.raw.isupper() for word in left):
            return ""  # ICAR-Central Marine Fisheries Research Institute
        if " ".join(word.form for word in left) in entry.cities:
            return ""  # Ankara Güven Hospital
    if len(left) > 1 and (left[0].form in UNITS or left[1].form in UNITS) and hit.end - hit.start > 1:
        return ""  # strings without commas: Department of Physics University of Oulu
    return "words before it"


def _hospital_in_next_segment(hit: Hit, words: Sequence[Word], entry: Entry, index: InstitutionIndex) -> str:
    """`Tianjin Medical University, General Hospital`: the hospital has no other name."""
    if entry.heals or hit.end == len(words) or words[hit.end].gap != COMMA:
        return ""
    segment = [words[hit.end].form]
    for word in words[hit.end + 1 :]:
        if word.gap >= COMMA:
            break
        segment.append(word.form)
    return HOSPITAL if index.is_generic(segment) and not CARE.isdisjoint(segment) else ""


def _trimmed(right: Sequence[Word], entry: Entry, index: InstitutionIndex) -> Sequence[Word]:
    """Without its own acronym: University of the Basque Country UPV/EHU."""
    while right and entry.ror in index.acronyms.get(right[0].plain, ()):
        right = right[1:]
    return right


def _tell_of_care(beside: Sequence[Word], entry: Entry) -> bool:
    forms = [word.form for word in beside]
    pairs = set(pairwise(forms))
    centers = {("medical", "center"), ("health", "center"), ("health", "system"), ("science", "center")}
    return not CARE.isdisjoint(forms) or not centers.isdisjoint(pairs)


def _up_to_and(beside: Sequence[Word]) -> Sequence[Word]:
    for place, word in enumerate(beside):
        if place and word.gap >= WORD and "and" in word.link:
            return beside[:place]
    return beside


def _since_and(beside: Sequence[Word], following: Word) -> Sequence[Word]:
    if following.gap >= WORD:
        return ()
    for place in range(len(beside) - 1, 0, -1):
        if beside[place].gap >= WORD:
            return beside[place:]
    return beside


def _are_places(beside: Sequence[Word], index: InstitutionIndex) -> bool:
    forms = [word.form for word in beside if not has_digit(word)]
    while forms:
        for length in (3, 2, 1):
            if index.is_place(" ".join(forms[:length])):
                forms = forms[length:]
                break
        else:
            if len(forms[0]) > 2 and forms[0] not in ("cedex", "province"):
                return False
            forms = forms[1:]
    return True


def _is_own_place(key: str, entry: Entry, index: InstitutionIndex) -> bool:
    if any(_starts(key, place) for place in entry.cities | entry.regions):
        return True
    parts = key.split()
    heads = (" ".join(parts[:length]) for length in range(1, len(parts) + 1))
    return any(index.countries.get(head, set()) & entry.countries for head in heads)


def _starts(key: str, place: str) -> bool:
    return key == place or key.startswith(place + " ") or place.startswith(key + " ")
