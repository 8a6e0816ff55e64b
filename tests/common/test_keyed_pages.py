"""Pages by key over rows that share the first field: every row once, there and back."""

import pytest

from common.pagination import keyed_page
from researchers.models import Researcher
from tests.factories import make_researcher

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("many_ties", [False, True])
@pytest.mark.parametrize("counts", [[1] * 20, [3, 2, 1] * 7, [5] + [4] * 9 + [1] * 10, list(range(20))])
def test_walk_there_and_back_meets_every_row_once_in_order(many_ties, counts):
    for count in counts:
        make_researcher(paper_count=count)
    rows = Researcher.objects.all()
    wanted = list(rows.order_by("-paper_count", "id"))

    def page(after):
        return keyed_page(
            rows, ("-paper_count", "id"), after, lambda row: str(row.pk if row else 0), size=4, many_ties=many_ties
        )

    seen, addresses, after = [], ["0"], None
    while True:
        shown = page(after)
        seen += shown.rows
        if len(addresses) > 1:
            assert shown.newer == addresses[-2]
        if not shown.older:
            break
        addresses.append(shown.older)
        after = rows.get(pk=shown.older)
    assert seen == wanted
