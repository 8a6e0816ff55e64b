"""The structured data of one page of each kind, compared with files that were read by a person.

WRITE_GOLDEN=1 writes them anew; look at what changed before keeping it.
"""

import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django.core.management import call_command

from papers.models import Citation, Paper
from tests.factories import make_institution, make_institution_name, make_outside_work, make_profile, make_researcher
from tests.weaving import weave, written

GOLDEN = Path(__file__).parent / "golden"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]
CHANGED = datetime(2024, 2, 3, 4, 5, 6, tzinfo=UTC)


@pytest.fixture
def things(settings):
    """Path of a page of each kind, and what stands there for the numbers of rows."""
    settings.OPERATOR_NAME, settings.OPERATOR_CONTACT = "Ada", "ada@example.org"
    domain = make_institution("ETH Domain", city="Zurich", country="Switzerland", country_code="CH")
    zurich = make_institution(
        "ETH Zurich", domain, ror="05a28rw58", openalex_id="I35440088", wikidata="Q11942", kinds=["education"],
        city="Zurich", country="Switzerland", country_code="CH", latitude=47.38, longitude=8.55, established=1855,
        homepage="https://ethz.ch", changed_at=CHANGED,
    )  # fmt: skip
    make_institution_name(zurich, "ETHZ", ["acronym"])
    ada = make_researcher("Ada King Lovelace", orcid="0000-0002-1825-0097", changed_at=CHANGED)
    make_profile(ada, outside_id="A5000000001")
    cited = written("Charles Babbage", title="On the economy of machinery", arxiv_id="1801.00001", day="2018-01-02")
    paper = written(
        ada, "Charles Babbage", title="On engines & <looms>", arxiv_id="2001.00001", at=[zurich],
        journal_ref="Phys. Lett. B 705 (2011) 59-64", dois=["10.1016/j.x"], categories=("cs.LG", "math.NT"),
        license="http://creativecommons.org/licenses/by/4.0/", abstract="What an engine can do.",
    )  # fmt: skip
    make_outside_work(paper, outside_id="W2000000001", chosen=True, cited_by_count=7)
    make_outside_work(paper, "semanticscholar", outside_id="f" * 40, chosen=True)
    for source in ("openalex", "semanticscholar"):
        Citation.objects.create(citing=paper, cited=cited, source=source)
    weave()
    call_command("count_months", verbosity=0)
    for thing in (ada, zurich):
        type(thing).objects.filter(pk=thing.pk).update(changed_at=CHANGED)
    Paper.objects.update(changed_at=CHANGED)
    pages = {
        "paper": paper.get_absolute_url(),
        "researcher": ada.get_absolute_url(),
        "institution": zurich.get_absolute_url(),
        "category": "/categories/math.NT",
        "day": "/papers/2020/01/15",
        "search": "/search?q=engines",
        "home": "/",
    }
    numbers = {f"/researchers/{ada.pk}": "/researchers/1", f"/institutions/{zurich.pk}": "/institutions/2"}
    return pages, numbers | {f"/institutions/{domain.pk}": "/institutions/3"}


def test_structured_data_is_as_written_down(client, things):
    pages, numbers = things
    for kind, page in pages.items():
        tree = BeautifulSoup(client.get(page).content, "lxml")
        text = tree.find("script", type="application/ld+json").string
        for real, shown in numbers.items():
            text = re.sub(rf"{real}(?=[-#\"/])", shown, text)
        text = re.sub(r"/static/icons/mark\.\w+\.svg", "/static/icons/mark.svg", text)
        graph = json.loads(text)
        file = GOLDEN / f"{kind}.json"
        if os.environ.get("WRITE_GOLDEN"):
            file.write_text(json.dumps(graph, ensure_ascii=False, indent=1) + "\n")
        assert graph == json.loads(file.read_text()), kind
