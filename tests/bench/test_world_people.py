"""Who is one person in the made world, by names and co-authors alone."""

from bench.world import names as world_names
from bench.world.papers import Author
from bench.world.people import People


def people(*lists):
    authors = [tuple(Author(name, *name.rsplit(" ", 1), "", False, False) for name in names) for names in lists]
    return list(People(1, authors, ["hep-th"] * len(authors)).person_of)


def test_a_co_author_in_common_makes_two_names_one_person():
    assert people(["Ann Smith", "Bo Brown"], ["A. Smith", "Bo Brown"]) == [0, 1, 0, 1]


def test_first_names_that_exclude_each_other_are_two_persons_whoever_their_co_author_is():
    found = people(["Ann Smith", "Bo Brown"], ["Amy Smith", "Bo Brown"])
    assert found[0] != found[2]


def test_one_full_name_joins_no_initials_that_exclude_each_other():
    found = people(["J. L. Reed", "Bo Brown"], ["Joan Reed", "Bo Brown"], ["J. M. Reed", "Bo Brown"])
    assert found[0] == found[2] != found[4]


def test_two_of_one_name_on_one_paper_are_two_persons():
    assert len(set(people(["Wei Zhang", "Wei Zhang"]))) == 2


def test_namesakes_on_one_paper_are_ambiguous_with_initials_only():
    one = world_names.parts("W.")
    assert world_names.could_be(one, world_names.parts("Wei"))
    assert not world_names.could_be(world_names.parts("Wei"), world_names.parts("Wu"))
    assert world_names.could_be(world_names.parts("Jian-Ping"), world_names.parts("Jianping"))
    assert world_names.could_be(world_names.parts("J.-P."), world_names.parts("Jean Paul"))
