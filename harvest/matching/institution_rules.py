"""What speaks against a name that stands in an affiliation: in itself, and by the other names there.

Each rule refuses with a reason in words; what none refuses is a match. Pure. The rules know kinds of words (hospital,
department, university), no institution.
"""

from collections.abc import Sequence

from harvest.matching.affiliation_text import Word
from harvest.matching.institution_hits import ACRONYM, REORDERED, Hit, PlaceName, stands_free
from harvest.matching.institution_index import InstitutionIndex
from harvest.matching.places import PRINTED_WITH
from institutions.vocabulary import DEPARTMENTS, UNITS


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
    hit.refused = _elsewhere(hit, index) or _weak_name(hit, words, places, index)


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


def _elsewhere(hit: Hit, index: InstitutionIndex) -> str:
    """Hospitals of one name stand in many towns; of a company ROR knows one seat, not its branches and namesakes."""
    entry = index.entries[hit.ror]
    if hit.in_town or entry.teaches:
        return ""
    if entry.heals and hit.towns:
        return "a hospital of this name, in another town"
    if "company" in entry.kinds:
        return "a company without its town"
    return ""


def _weak_name(hit: Hit, words: Sequence[Word], places: Sequence[PlaceName], index: InstitutionIndex) -> str:
    if hit.method == ACRONYM:
        return "" if hit.in_town else "an acronym without its town"
    placed = hit.in_country or hit.in_town
    if hit.end - hit.start == 1:
        if not stands_free(hit, words, places):
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
