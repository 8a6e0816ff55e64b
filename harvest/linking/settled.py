"""New claims that only say again what is settled: linked without looking at everything that hangs together.

Most claims are of this kind: a profile that stands wholly for one researcher claims one more paper, or a source's new
profile claims what is that researcher's already. Deciding these from the whole comes to the same, at the cost of
reading all their papers anew. Whatever is not plainly so is left to `linking.people`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from harvest.linking import bulk
from harvest.linking.bulk import select
from harvest.linking.changes import Changes
from harvest.linking.researcher_rows import Facts, held_facts, write_facts
from harvest.matching.claims import Evidence
from harvest.matching.name_groups import agree
from harvest.matching.names import Form, form
from papers.models import AuthorshipCorrection
from researchers.models import ResearcherCorrection


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A touched slot with one of its claims."""

    slot: int
    paper: int
    printed: str
    given: str
    family: str
    suffix: str
    listed: bool
    linked: int | None
    evidence: str
    printed_orcid: str
    profile: int
    source: str
    orcid: str
    holder: int | None


def link_settled(
    slots: Collection[int], profiles: Collection[int], renewed: Collection[int], changes: Changes, now: datetime
) -> tuple[set[int], set[int]]:
    """Link what is settled; gives the slots and profiles that are left to be decided from the whole."""
    return _Settling(slots, profiles, renewed).link(changes, now)


class _Settling:
    def __init__(self, slots: Collection[int], profiles: Collection[int], renewed: Collection[int]) -> None:
        self._slots, self._profiles, self._renewed = set(slots), set(profiles), set(renewed)
        self._claims: dict[int, list[_Claimed]] = defaultdict(list)
        for row in select(_CLAIMS, list(slots)):
            self._claims[row[0]].append(_Claimed(*row))

    def link(self, changes: Changes, now: datetime) -> tuple[set[int], set[int]]:
        wanted = self._candidates()
        wanted = self._without_divided(wanted)
        wanted = self._without_corrected(wanted)
        wanted = self._once_on_a_paper(wanted)
        names = self._names(set(wanted.values()))
        wanted = {
            slot: researcher
            for slot, researcher in wanted.items()
            if agree([_form(self._claims[slot][0])], [form(*name[1:]) for name in names[researcher]])
        }
        wanted = self._without_other_orcids(wanted)
        wanted = self._whole_profiles(wanted)
        self._write(wanted, names, changes, now)
        done = {claim.profile for slot in wanted for claim in self._claims[slot]}
        left = self._slots - wanted.keys()
        return left, (self._profiles - done) | {claim.profile for slot in left for claim in self._claims[slot]}

    def _candidates(self) -> dict[int, int]:
        """Slots whose claims name one researcher, where new profiles are of a source that it has none of."""
        sources = defaultdict(set)
        holders = {claim.holder for claims in self._claims.values() for claim in claims if claim.holder is not None}
        for researcher, source in select(
            "SELECT DISTINCT researcher_id, source FROM researchers_profile WHERE researcher_id = ANY(%s)",
            list(holders),
        ):
            sources[researcher].add(source)
        known_before = self._claimed_elsewhere()
        wanted: dict[int, int] = {}
        newcomers: dict[tuple[int, str], set[int]] = defaultdict(set)
        for slot, claims in self._claims.items():
            found = {claim.holder for claim in claims if claim.holder is not None}
            new = [claim for claim in claims if claim.holder is None]
            researcher = next(iter(found)) if len(found) == 1 else None
            if researcher is None or claims[0].linked not in (None, researcher):
                continue
            if any(claim.profile in self._renewed for claim in claims):
                continue
            if claims[0].printed_orcid and all(claim.orcid != claim.printed_orcid for claim in claims):
                continue
            if any(one.orcid or one.profile in known_before or one.source in sources[researcher] for one in new):
                continue
            wanted[slot] = researcher
            for one in new:
                newcomers[researcher, one.source].add(one.profile)
        crowded = {researcher for (researcher, _), profiles in newcomers.items() if len(profiles) > 1}
        return {slot: researcher for slot, researcher in wanted.items() if researcher not in crowded}

    def _claimed_elsewhere(self) -> set[int]:
        """Profiles without a researcher that claim other slots too."""
        new = {claim.profile for claims in self._claims.values() for claim in claims if claim.holder is None}
        return {
            row[0]
            for row in select(
                "SELECT DISTINCT profile_id FROM papers_claim WHERE profile_id = ANY(%s) AND authorship_id <> ALL(%s)",
                list(new),
                list(self._slots),
            )
        }

    def _without_divided(self, wanted: dict[int, int]) -> dict[int, int]:
        """Only profiles of which all other slots are their researcher's."""
        profiles = {claim.profile for slot in wanted for claim in self._claims[slot]}
        divided = {row[0] for row in select(_DIVIDED, list(profiles), list(wanted))}
        return {
            slot: researcher
            for slot, researcher in wanted.items()
            if not any(claim.profile in divided for claim in self._claims[slot])
        }

    def _without_corrected(self, wanted: dict[int, int]) -> dict[int, int]:
        researchers = set(wanted.values())
        papers = {self._claims[slot][0].paper for slot in wanted}
        corrected: set[int] = set()
        for row in ResearcherCorrection.objects.filter(
            Q(researcher__in=researchers) | Q(other__in=researchers), undone_at=None
        ):
            corrected |= {one for one in (row.researcher_id, row.other_id) if one is not None}
        touched_papers = set()
        for correction in AuthorshipCorrection.objects.filter(
            Q(researcher__in=researchers) | Q(paper__in=papers), undone_at=None
        ):
            corrected |= {correction.researcher_id} if correction.researcher_id is not None else set()
            touched_papers.add(correction.paper_id)
        return {
            slot: researcher
            for slot, researcher in wanted.items()
            if researcher not in corrected and self._claims[slot][0].paper not in touched_papers
        }

    def _once_on_a_paper(self, wanted: dict[int, int]) -> dict[int, int]:
        """Neither the researcher nor a profile may be at two slots of a paper."""
        papers = {self._claims[slot][0].paper for slot in wanted}
        there: dict[tuple[int, int], set[int]] = defaultdict(set)
        for slot, paper, researcher in select(
            "SELECT id, paper_id, researcher_id FROM papers_authorship "
            "WHERE paper_id = ANY(%s) AND researcher_id = ANY(%s)",
            list(papers),
            list(set(wanted.values())),
        ):
            there[paper, researcher].add(slot)
        for slot, researcher in wanted.items():
            there[self._claims[slot][0].paper, researcher].add(slot)
        profiles = {claim.profile for slot in wanted for claim in self._claims[slot]}
        doubled = {(row[0], row[1]) for row in select(_DOUBLED, list(papers), list(profiles))}
        return {
            slot: researcher
            for slot, researcher in wanted.items()
            if len(there[self._claims[slot][0].paper, researcher]) == 1
            and not any((claim.profile, claim.paper) in doubled for claim in self._claims[slot])
        }

    def _without_other_orcids(self, wanted: dict[int, int]) -> dict[int, int]:
        orcids = {researcher: facts.orcid for researcher, facts in held_facts(set(wanted.values())).items()}
        return {
            slot: researcher
            for slot, researcher in wanted.items()
            if all(claim.orcid in ("", orcids[researcher]) for claim in self._claims[slot])
        }

    def _whole_profiles(self, wanted: dict[int, int]) -> dict[int, int]:
        """A profile is either settled in all its touched slots or decided from the whole, and so are its fellows'."""
        while True:
            left = {claim.profile for slot in self._slots - wanted.keys() for claim in self._claims[slot]}
            unsettled = {wanted[slot] for slot in wanted if any(c.profile in left for c in self._claims[slot])}
            kept = {slot: researcher for slot, researcher in wanted.items() if researcher not in unsettled}
            if len(kept) == len(wanted):
                return kept
            wanted = kept

    def _names(self, researchers: set[int]) -> dict[int, Counter[tuple[str, str, str, str]]]:
        """The printed forms of each researcher's slots, with their parts and how often."""
        found: dict[int, Counter[tuple[str, str, str, str]]] = defaultdict(Counter)
        for researcher, *name, count in select(_NAMES, list(researchers)):
            found[researcher][name[0], name[1], name[2], name[3]] = count
        return found

    def _write(
        self,
        wanted: dict[int, int],
        names: dict[int, Counter[tuple[str, str, str, str]]],
        changes: Changes,
        now: datetime,
    ) -> None:
        if not wanted:
            return
        before = held_facts(set(wanted.values()))
        more: Counter[int] = Counter()
        rows: list[tuple[int, int, str]] = []
        holders: dict[int, int] = {}
        for slot, researcher in wanted.items():
            claims = self._claims[slot]
            one = claims[0]
            evidence = _evidence(claims, before[researcher].orcid)
            if one.linked is None:
                more[researcher] += one.listed
                names[researcher][one.printed, one.given, one.family, one.suffix] += 1
            if (one.linked, one.evidence) != (researcher, evidence):
                rows.append((slot, researcher, evidence))
                changes.papers.add(one.paper)
                changes.researchers.add(researcher)
            holders |= {claim.profile: researcher for claim in claims if claim.holder is None}
        bulk.update("papers_authorship", {"id": "bigint", "researcher_id": "bigint", "evidence": "text"}, sorted(rows))
        bulk.update("researchers_profile", {"id": "bigint", "researcher_id": "bigint"}, sorted(holders.items()))
        changes.researchers |= set(holders.values())
        facts = {one: Facts.of(names[one], before[one].orcid, before[one].paper_count + more[one]) for one in before}
        write_facts(facts, before, changes, now)


def _form(claim: _Claimed) -> Form:
    return form(claim.given, claim.family, claim.suffix)


def _evidence(claims: Collection[_Claimed], orcid: str | None) -> str:
    if orcid and any(claim.orcid == orcid for claim in claims):
        return Evidence.ORCID.value
    agreeing = len({claim.source for claim in claims}) > 1
    return (Evidence.AGREEMENT if agreeing else Evidence.ONE_SOURCE).value


_CLAIMS = """
    SELECT slot.id, slot.paper_id, slot.printed, slot.given, slot.family, slot.suffix, paper.removed_at IS NULL,
        slot.researcher_id, slot.evidence, slot.orcid, profile.id, profile.source, profile.orcid, profile.researcher_id
    FROM papers_authorship slot JOIN papers_paper paper ON paper.id = slot.paper_id
    JOIN papers_claim claim ON claim.authorship_id = slot.id JOIN researchers_profile profile ON profile.id = profile_id
    WHERE slot.id = ANY(%s) AND slot.kind = 'person' ORDER BY slot.id, profile.id
"""
_DIVIDED = """
    SELECT DISTINCT profile.id FROM researchers_profile profile
    JOIN papers_claim claim ON claim.profile_id = profile.id
    JOIN papers_authorship slot ON slot.id = claim.authorship_id
    WHERE profile.id = ANY(%s) AND slot.id <> ALL(%s) AND slot.researcher_id IS DISTINCT FROM profile.researcher_id
"""
_DOUBLED = """
    SELECT claim.profile_id, slot.paper_id FROM papers_authorship slot
    JOIN papers_claim claim ON claim.authorship_id = slot.id
    WHERE slot.paper_id = ANY(%s) AND claim.profile_id = ANY(%s) GROUP BY 1, 2 HAVING count(*) > 1
"""
_NAMES = """
    SELECT researcher_id, printed, given, family, suffix, count(*)::int FROM papers_authorship
    WHERE researcher_id = ANY(%s) GROUP BY 1, 2, 3, 4, 5
"""
