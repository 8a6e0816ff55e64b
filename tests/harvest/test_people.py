"""Who is one person, by what two sources claim of author lists."""

import random
from collections import Counter, defaultdict
from itertools import permutations

from harvest.matching.claims import Claim, Evidence, Profile, Slot
from harvest.matching.identity import Corrections, Join, Split, identify
from harvest.matching.names import read
from harvest.matching.people import gather

NOBODY = {}


class Papers:
    """Slots 1, 2, 3 … one to a paper unless told, claimed by profiles named such as `o1` (OpenAlex) and `s1`."""

    def __init__(self):
        self.slots, self.claims, self.profiles = [], [], {}

    def add(self, name, *profiles, paper=None, orcid=""):
        slot = len(self.slots) + 1
        self.slots.append(Slot(slot, paper or 1000 + slot, read(name), orcid))
        for profile in profiles:
            self.profile(profile)
            self.claims.append(Claim(slot, self.profiles[profile].id))
        return slot

    def profile(self, name, orcid=""):
        if name not in self.profiles:
            source = "openalex" if name.startswith("o") else "semanticscholar"
            self.profiles[name] = Profile(len(self.profiles) + 1, source, orcid)

    def people(self, company=NOBODY):
        return gather(self.slots, list(self.profiles.values()), self.claims, lambda slots: company)

    def slots_of_people(self, company=NOBODY):
        return [sorted(person.slots) for person in self.people(company)]


def test_two_sources_that_claim_the_same_slots_are_one_person():
    papers = Papers()
    papers.add("Ada Lovelace", "o1", "s1")
    papers.add("A. Lovelace", "o1", "s1")
    papers.add("Ada Lovelace", "o1")
    papers.add("Ada Lovelace", "s1")
    (person,) = papers.people()
    assert person.slots == {
        1: Evidence.AGREEMENT,
        2: Evidence.AGREEMENT,
        3: Evidence.ONE_SOURCE,
        4: Evidence.ONE_SOURCE,
    }


def test_slot_whose_paper_gives_another_orcid_is_left_open():
    papers = Papers()
    papers.profile("o1", orcid="0000-0002-1825-0097")
    papers.add("Ada Lovelace", "o1", "s1", orcid="0000-0002-1825-0097")
    papers.add("Ada Lovelace", "o1", "s1")
    papers.add("Ada Lovelace", "s1", orcid="0000-0001-5109-3700")
    assert papers.slots_of_people() == [[1, 2]]


def test_of_orcids_in_print_the_one_most_given_counts_where_no_profile_has_one():
    papers = Papers()
    for orcid in ("0000-0002-1825-0097", "", "0000-0002-1825-0097", "0000-0001-5109-3700"):
        papers.add("Ada Lovelace", "s1", orcid=orcid)
    assert papers.slots_of_people() == [[1, 2, 3]]


def test_slots_of_which_two_orcids_are_told_are_nobodys_together():
    papers = Papers()
    papers.profile("o1", orcid="0000-0002-1825-0097")
    papers.add("Ada Lovelace", "o1", "s1")
    papers.add("Byron Lovelace", "o1")  # so o1 mixes people, and its ORCID tells of neither for sure
    papers.add("Ada Lovelace", "s1", orcid="0000-0001-5109-3700")
    assert not any({1, 3} <= set(slots) for slots in papers.slots_of_people())


def test_one_name_joins_nothing():
    papers = Papers()
    papers.add("Ada Lovelace", "o1")
    papers.add("Ada Lovelace", "o2")
    papers.add("Ada Lovelace", "s1")
    assert papers.slots_of_people() == [[1], [2], [3]]


def test_same_orcid_joins_profiles():
    papers = Papers()
    papers.profile("o1", "0000-0001")
    papers.profile("o2", "0000-0001")
    papers.profile("s1", "0000-0001")
    papers.add("Ada Lovelace", "o1")
    papers.add("Ada King", "o2")
    papers.add("A. Lovelace", "s1")
    (person,) = papers.people()
    assert set(person.slots.values()) == {Evidence.ORCID}
    assert person.orcid == "0000-0001"


def test_orcid_of_two_rows_of_one_paper_is_an_error_and_joins_nothing():
    papers = Papers()
    papers.profile("o1", "0000-0001")
    papers.profile("o2", "0000-0001")
    papers.add("Ada Lovelace", "o1", paper=7)
    papers.add("A. Lovelace", "o2", paper=7)
    assert papers.slots_of_people() == [[1], [2]]
    assert {person.orcid for person in papers.people()} == {""}


def test_orcid_under_two_given_names_is_an_error_and_joins_nothing():
    papers = Papers()
    papers.profile("o1", "0000-0001")
    papers.profile("s1", "0000-0001")
    papers.add("Wei Zhang", "o1")
    papers.add("Weiping Zhang", "s1")
    assert papers.slots_of_people() == [[1], [2]]


def test_different_orcids_never_join_though_slots_agree():
    papers = Papers()
    papers.profile("o1", "0000-0001")
    papers.profile("s1", "0000-0002")
    both = papers.add("Ada Lovelace", "o1", "s1")
    papers.add("Ada Lovelace", "o1")
    papers.add("Ada Lovelace", "s1")
    found = papers.slots_of_people()
    assert found == [[2], [3]]
    assert all(both not in slots for slots in found)


def test_profile_that_claims_two_slots_of_a_paper_is_not_believed_there():
    papers = Papers()
    papers.add("John Smith", "o1", paper=7)
    papers.add("Jane Smith", "o1", paper=7)
    papers.add("John Smith", "o1")
    assert papers.slots_of_people() == [[3]]


def test_profile_that_mixes_given_names_is_cut_up_by_them():
    papers = Papers()
    for name in ("Wei Zhang", "Wei Zhang", "Wen Zhang", "W. Zhang"):
        papers.add(name, "o1")
    assert papers.slots_of_people() == [[1, 2], [3]]


def test_doubtful_name_goes_where_its_coauthors_are():
    papers = Papers()
    for name in ("Wei Zhang", "Wei Zhang", "Wen Zhang", "W. Zhang"):
        papers.add(name, "o1")
    assert papers.slots_of_people({1: {50}, 3: {60}, 4: {60}}) == [[1, 2], [3, 4]]


def test_profile_of_two_namesakes_is_cut_by_the_other_source():
    papers = Papers()
    for profile in ("s1", "s1", "s1", "s2", "s2"):
        papers.add("Wei Zhang", "o1", profile)
    unclaimed = papers.add("Wei Zhang", "o1")
    found = papers.slots_of_people()
    assert found == [[1, 2, 3], [4, 5]]
    assert all(unclaimed not in slots for slots in found)
    assert papers.slots_of_people({4: {50}, unclaimed: {50}}) == [[1, 2, 3], [4, 5, 6]]


def test_slot_over_which_two_settled_persons_meet_stays_open():
    papers = Papers()
    for _ in range(5):
        papers.add("Wei Zhang", "o1", "s1")
    for _ in range(5):
        papers.add("Wei Zhang", "o2", "s2")
    papers.add("Wei Zhang", "o1", "s2")
    assert papers.slots_of_people() == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]


def test_profiles_that_stand_side_by_side_on_a_paper_are_two_people():
    papers = Papers()
    papers.add("Wei Zhang", "o1", "s1")
    papers.add("Wei Zhang", "o1", paper=7)
    papers.add("W. Zhang", "s1", paper=7)
    assert papers.slots_of_people() == [[2], [3]]


def test_order_of_what_is_told_changes_nothing():
    papers, shuffle = _many_papers(3), random.Random(1)
    expected = [(person.slots, person.profiles, person.orcid) for person in papers.people()]
    for _ in range(5):
        shuffle.shuffle(papers.slots)
        shuffle.shuffle(papers.claims)
        assert [(person.slots, person.profiles, person.orcid) for person in papers.people()] == expected


def test_which_source_was_read_first_changes_nothing():
    papers = Papers()
    papers.add("Ada Lovelace", "o1", "s1")
    papers.add("Ada Lovelace", "o2", "s1")
    one, other = papers.people()
    assert (one.slots, other.slots) == ({1: Evidence.AGREEMENT}, {2: Evidence.ONE_SOURCE})
    for order in permutations((1, 2, 3)):
        assert _renumbered(papers, order) == [one.slots, other.slots]


def test_ids_of_profiles_change_nothing_in_a_made_up_world():
    papers = _many_papers(11)
    told = [person.slots for person in papers.people()]
    ids = [profile.id for profile in papers.profiles.values()]
    for seed in range(5):
        random.Random(seed).shuffle(ids)
        assert _renumbered(papers, ids) == told


def _renumbered(papers, ids):
    """Slots of the persons where the profiles have these ids, in their order."""
    new = dict(zip((profile.id for profile in papers.profiles.values()), ids, strict=True))
    profiles = [Profile(new[one.id], one.source, one.orcid) for one in papers.profiles.values()]
    claims = [Claim(claim.slot, new[claim.profile]) for claim in papers.claims]
    return [person.slots for person in gather(papers.slots, profiles, claims, lambda slots: {})]


def test_made_up_world_of_namesakes_is_told_apart():
    """300 people of 60 names; a tenth of the profiles merged, a tenth split, some claims wrong."""
    papers = _many_papers(11)
    right = wrong = 0
    for person in papers.people():
        truth = Counter(papers.truth[slot] for slot in person.slots)
        right += max(truth.values())
        wrong += truth.total() - max(truth.values())
    assert right / (right + wrong) >= 0.995
    assert (right + wrong) / len({claim.slot for claim in papers.claims}) >= 0.97


def _many_papers(seed):
    chance, papers = random.Random(seed), Papers()
    papers.truth = {}
    given = ["Wei", "Weiping", "Jun", "Li", "Anna", "Anne", "John", "J.", "Maria", "M."]
    names = [f"{first} {last}" for first in given for last in ("Zhang", "Kim", "Smith", "Garcia", "Chen", "Lee")]
    by_name = defaultdict(list)
    for person in range(300):
        by_name[chance.choice(names)].append(person)
    for name, people in by_name.items():
        for number, person in enumerate(people):
            merged = number and chance.random() < 0.1
            split = chance.random() < 0.1
            for _ in range(chance.randint(2, 15)):
                openalex = f"o{people[0] if merged else person}"
                scholar = f"s{person}{'b' if split and chance.random() < 0.4 else ''}"
                told = [profile for profile in (openalex, scholar) if chance.random() < 0.95]
                papers.truth[papers.add(name, *told)] = person
    return papers


def test_researcher_with_most_of_the_slots_stays():
    papers = Papers()
    for _ in range(3):
        papers.add("Ada Lovelace", "o1", "s1")
    found = identify(papers.people(), {1: 90, 2: 80, 3: 80}, {})
    assert [(known.id, sorted(known.slots)) for known in found.people] == [(80, [1, 2, 3])]
    assert {old: known.id for old, known in found.merged.items()} == {90: 80}


def test_split_leaves_the_id_with_the_larger_part():
    papers = Papers()
    papers.add("Ada Lovelace", "o2")
    papers.add("Ada Lovelace", "o1")
    papers.add("Ada Lovelace", "o1")
    found = identify(papers.people(), dict.fromkeys((1, 2, 3), 80), {})
    assert {known.id: sorted(known.slots) for known in found.people} == {None: [1], 80: [2, 3]}
    assert not found.merged


def test_researcher_whose_slots_are_all_open_now_is_emptied_not_merged():
    found = identify([], {1: 80}, {})
    assert (found.people, found.merged, found.emptied) == ([], {}, {80})


def test_curator_s_merge_holds_though_the_sources_know_two():
    papers = Papers()
    papers.add("Ada Lovelace", "o1")
    papers.add("Ada Lovelace", "o2")
    papers.add("Ada Lovelace", "o2")
    merge = Corrections([Join(80, kept=frozenset([1]), merged=frozenset([2]))])
    found = identify(papers.people(), dict.fromkeys((1, 2), 80), {}, merge)
    assert [(known.id, sorted(known.slots)) for known in found.people] == [(80, [1, 2, 3])]


def test_curator_s_split_holds_though_the_sources_know_one():
    papers = Papers()
    for _ in range(3):
        papers.add("Ada Lovelace", "o1")
    split = Corrections([Split(81, frozenset([2]))])
    found = identify(papers.people(), {1: 80, 2: 81, 3: 80}, {}, split)
    assert {known.id: sorted(known.slots) for known in found.people} == {80: [1, 3], 81: [2]}


def test_researcher_who_was_split_off_and_has_no_slot_left_is_emptied_not_merged():
    papers = Papers()
    papers.add("Ada Lovelace", "o1")
    said = Corrections([Split(81, frozenset([1]))], pins={1: 80})
    found = identify(papers.people(), {1: 81}, {}, said)
    assert [(known.id, sorted(known.slots)) for known in found.people] == [(80, [1])]
    assert (found.merged, found.emptied) == ({}, {81})


def test_curator_moves_and_detaches_a_slot():
    papers = Papers()
    for _ in range(3):
        papers.add("Ada Lovelace", "o1")
    said = Corrections(pins={2: 70}, bans={3: frozenset([80])})
    found = identify(papers.people(), {1: 80, 2: 80, 3: 80}, {}, said)
    assert {known.id: known.slots for known in found.people} == {
        80: {1: Evidence.ONE_SOURCE},
        70: {2: Evidence.CURATOR},
    }
