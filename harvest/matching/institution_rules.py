"""What speaks against a name that stands in an affiliation: in itself, by what is beside it, by the other names there.

Each rule refuses with a reason in words; what none refuses is a match. Pure. The rules know kinds of words (hospital,
department, university), no institution.
"""

from collections.abc import Sequence
from itertools import pairwise

from harvest.matching.affiliation_text import COMMA, WORD, Word
from harvest.matching.institution_hits import ACRONYM, REORDERED, Hit, PlaceName
from harvest.matching.institution_index import Entry, InstitutionIndex
from harvest.matching.places import PRINTED_WITH

CARE = frozenset(
    [
        "hospital",
        "clinic",
        "klinikum",
        "universitatsklinikum",
        "healthcare",
        "nhs",
        "clinique",
        "klinik",
        "hastanesi",
        "universitatsspital",
        "clinica",
        "policlinico",
        "universitatsmedizin",
        "hospitalario",
    ]
)
UNITS = frozenset(
    [
        "department",
        "faculty",
        "school",
        "division",
        "section",
        "unit",
        "institute",
        "laboratory",
        "center",
        "college",
        "clinic",
        "chair",
        "group",
        "graduate",
        "programme",
        "program",
        "service",
        "office",
        "key",
        "branch",
        "campus",
        "postgraduate",
        "undergraduate",
    ]
)
DEPARTMENTS = frozenset(["department", "division", "section", "faculty", "unit", "chair"])
HOSPITAL = "a hospital of it"
HEADS = frozenset(["university", "institute", "college", "academy", "center", "hospital"])


def judge_alone(hit: Hit, words: Sequence[Word], places: Sequence[PlaceName], index: InstitutionIndex) -> None:
    """Choose the one of `hit.rors` that it is, by the places named, or refuse."""
    rors = list(dict.fromkeys(ror for ror in map(index.living, hit.rors) if ror))
    span = words[hit.start : hit.end]
    hit.generic = index.is_generic(word.form for word in span)
    if not rors:
        hit.refused = "withdrawn, with none in its place"
        return
    rors = _by_country(hit, rors, places, index)
    if not rors:
        hit.refused = "in another country"
        return
    in_town = [ror for ror in rors if hit.towns & (index.entries[ror].cities | index.entries[ror].regions)]
    if len(rors) > 1:
        rors = _only(rors, in_town, hit, span, index)
    if len(rors) > 1:
        hit.refused = "several of this name"
        return
    hit.ror = rors[0]
    hit.in_town = hit.ror in in_town
    hit.refused = _weak_name(hit, words, places, index)


def judge_beside(hit: Hit, words: Sequence[Word], index: InstitutionIndex) -> None:
    """Refuse where the words beside it show that it is a part of a longer name."""
    entry = index.entries[hit.ror]
    if hit.method == ACRONYM:
        if hit.left or hit.right or not _stands_free(hit, words):
            hit.refused = "an acronym within a phrase"
        return
    hit.refused = (
        _campus_elsewhere(hit, words, entry, index)
        or _right_side(hit, words, entry, index)
        or _left_side(hit, words, entry, index)
        or _hospital_in_next_segment(hit, words, entry, index)
    )


def judge_together(hit: Hit, others: Sequence[Hit], words: Sequence[Word], index: InstitutionIndex) -> None:
    """Refuse where the other names of the same affiliation say more than this one."""
    entry, ancestors = index.entries[hit.ror], index.ancestors(hit.ror)
    above = [other for other in others if other.ror in ancestors]
    forms = [word.form for word in words[hit.start : hit.end]]
    if not above and not entry.teaches and not entry.heals and (hit.generic or forms[0] in DEPARTMENTS):
        hit.refused = "department-like words alone"
    if not others or hit.refused:
        return
    related = above or any(hit.ror in index.ancestors(other.ror) for other in others)
    if {"key", "laboratory"}.issubset(forms):
        hit.refused = "a laboratory beside the institution it belongs to"
    elif hit.method == ACRONYM or (hit.end - hit.start == 1 and not entry.teaches and not entry.heals):
        hit.refused = "an acronym beside a name"
    elif (
        not entry.heals
        and not (entry.teaches and "university" in forms)
        and any(index.entries[other.ror].teaches for other in above)
    ):
        hit.refused = "a part of a university that is named"
    elif any(other.end - other.start > hit.end - hit.start and _begins_with(other, hit, words) for other in others):
        hit.refused = "named more fully beside"
    elif not related and entry.kinds and entry.kinds <= {"government", "funder", "nonprofit"}:
        hit.refused = "an authority beside a name"
    elif not related and not entry.teaches and any(index.entries[other.ror].teaches for other in others):
        hit.refused = "beside a university to which it is not known to belong"


def _begins_with(longer: Hit, shorter: Hit, words: Sequence[Word]) -> bool:
    """`Seoul National University Bundang Hospital` beside `Seoul National University`."""
    length = shorter.end - shorter.start
    return [word.form for word in words[shorter.start : shorter.end]] == [
        word.form for word in words[longer.start : longer.start + length]
    ]


def _by_country(hit: Hit, rors: list[str], places: Sequence[PlaceName], index: InstitutionIndex) -> list[str]:
    """Those in the countries named; where none is, in those of the regions, else of the towns named."""
    hit.towns = frozenset(place.key for place in places if place.kind != "country")
    for kind in ("country", "region", "town"):
        codes = {code for place in places if place.kind == kind for code in place.codes}
        if not codes:
            continue
        agreeing = [ror for ror in rors if index.entries[ror].countries & codes] or [
            ror for ror in rors if any(PRINTED_WITH.get(country) in codes for country in index.entries[ror].countries)
        ]
        hit.in_country = bool(agreeing) and kind != "town"
        return agreeing
    return rors


def _only(rors: list[str], in_town: list[str], hit: Hit, span: Sequence[Word], index: InstitutionIndex) -> list[str]:
    """The one in the town named, else the one still active, else the one that goes by this name itself."""
    rors = in_town or rors
    active = [ror for ror in rors if index.entries[ror].status == "active"]
    if len(rors) > 1 and len(active) == 1:
        rors = active
    key = " ".join(word.form for word in span)
    called = [ror for ror in rors if index.entries[ror].folded == key]
    return called if len(rors) > 1 and len(called) == 1 else rors


def _weak_name(hit: Hit, words: Sequence[Word], places: Sequence[PlaceName], index: InstitutionIndex) -> str:
    if hit.method == ACRONYM:
        return "" if hit.in_town else "an acronym without its town"
    placed = hit.in_country or hit.in_town
    if hit.end - hit.start == 1:
        if not _stands_free(hit, words, places):
            return "one word within a phrase"
        if hit.generic:
            return "one ordinary word"
        if len(words) > 1 and not placed:
            return "one word without a place"
    if hit.generic and not (hit.in_country and hit.in_town):
        return "ordinary words without country and town"
    forms = [word.form for word in words[hit.start : hit.end]]
    if len(forms) == 2 and not hit.in_town and not UNITS.isdisjoint(forms) and index.subjects.issuperset(forms):
        return "a subject's institute without its town"
    if hit.method == REORDERED and (index.entries[hit.ror].heals or not hit.in_town):
        return "words in another order"
    same_words = index.bagged.get(" ".join(sorted(forms)), ())
    if len(same_words) > 1 and not placed:
        return "others have the same words, and no place is told"
    return ""


def _stands_free(hit: Hit, words: Sequence[Word], places: Sequence[PlaceName] = ()) -> bool:
    before = hit.start == 0 or words[hit.start].gap >= COMMA
    after = (
        hit.end == len(words)
        or words[hit.end].gap >= COMMA
        or _has_digit(words[hit.end])
        or any(place.start == hit.end for place in places)
    )
    return before and after


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
        if not _has_digit(right[0]) and not _is_own_place(key, entry, index):
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
    forms = [word.form for word in beside if not _has_digit(word)]
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


def _has_digit(word: Word) -> bool:
    return any(sign.isdigit() for sign in word.form)
