"""Whatever is typed or chosen gets an answer."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.answers import Filters, Sort
from search.query import parse_years
from tests.factories import make_paper
from tests.search.asking import BACKENDS, found

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "typed",
    [
        "x" * 400,
        "a OR " * 100,
        '"a b" ' * 30,
        "au:" + "y" * 300,
        "\\" * 50,
        "C++ C++ C++",
        "-a -b -c",
        "日本語 текст",
        "'--",
        "%_",
        "inst:%_",
        "x" * 10_000,
        "dark matter " * 1_000,
        '"',
        'a "b',
        "(((]]}",
        "* ** neur*",
        "\x00\x1b[31m\u202e",
        "OR",
        "OR OR",
        "a OR",
        "-OR -",
        "au: ti: inst: ^",
        'au:^ inst:- ti:"',
        "au:, au:J. au:_ au:van",
        "year:9999-1 cat:x id:-",
        "~ ^2 \\ / && || ! : {a TO b}",
    ],
)
def test_odd_queries_are_answered(typed, backend, reindex):
    make_paper()
    reindex()
    assert found(typed, backend).total in (0, 1)


@pytest.fixture
def some_papers(reindex):
    make_paper(title="Graphene", authors=["J. Smith", "Jean-Paul van der Berg"])
    make_paper(title="C++ and α", abstract="On $x$.")
    reindex()


@pytest.mark.parametrize("backend", BACKENDS)
@given(
    typed=st.one_of(
        st.text(max_size=200),
        st.text(alphabet='"-:()*ORau ti:inst:^~_,.+#\\αñ日 graphene', max_size=80),
        st.lists(st.sampled_from(["graphene", "OR", "-", '"', "au:", "^", "inst:", "ti:smith", "J.", "C++", "α"])).map(
            " ".join
        ),
    ),
    sort=st.sampled_from(Sort),
    page=st.sampled_from([1, 2, 500]),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_that_can_be_typed_fails(some_papers, backend, typed, sort, page):
    answer = found(typed, backend, sort=sort, page=page)
    assert 0 <= len(answer.ids) <= answer.total <= 2


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_hundred_filters_are_answered(some_papers, backend):
    many = tuple(range(1, 201))
    filters = Filters(
        categories=tuple(f"cs.{number}" for number in many),
        cited=2**40,
        countries=("SE",) * 200,
        institutions=many,
        researchers=many,
        years=(parse_years("2020"),) * 200,
    )
    assert found("graphene", backend, filters=filters).total == 0
