"""One small woven site for all tests of the API: papers, people, places, one of each merged or taken away."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from search.names import index
from search.writer import rebuild
from tests.factories import make_categories, make_institution, make_profile, make_researcher
from tests.weaving import weave, written


@pytest.fixture
def api(client):
    """Ask the API and get (answer, JSON)."""

    def ask(path, status=200, **parameters):
        response = client.get(f"/api/v1{path}", parameters)
        assert response.status_code == status, (path, response.status_code, response.content[:500])
        return response.json() if response.content else None

    return ask


@pytest.fixture
def problem(client):
    """Ask for what must be refused; the document, its type without the site."""

    def ask(path, status=400, **parameters):
        response = client.get(f"/api/v1{path}", parameters)
        assert response.status_code == status, (path, response.status_code, response.content[:500])
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        told = response.json()
        assert told["status"] == status
        assert told["detail"]
        return told | {"kind": told["type"].partition("#")[2]}

    return ask


class Woven:
    """A made site; what tests look for has a name."""

    def __init__(self, papers=30):
        make_categories()
        self.cern = make_institution(
            "CERN", country_code="CH", ror="01ggx4157", openalex_id="I67311998", kinds=["facility"]
        )
        self.oxford = make_institution("University of Oxford", country_code="GB", kinds=["education"])
        self.ada = make_researcher("Ada Lovelace", orcid="0000-0002-1825-0097")
        self.emmy = make_researcher("Emmy Noether")
        make_profile(self.ada, outside_id="A5000000017", h_index=3)
        make_profile(self.emmy, source="semanticscholar", outside_id="145678", orcid="0000-0003-1613-5981")
        first = datetime(2020, 1, 1, tzinfo=UTC)
        self.papers = [
            written(
                self.ada if number % 2 else self.emmy,
                "Not Matched",
                title=f"Dark matter {number}",
                day=(first + timedelta(days=20 * number)).date().isoformat(),
                at=[self.cern] if number % 3 else [self.oxford],
                categories=["cs.LG"] if number % 5 else ["hep-th", "cs.LG"],
                cited=number,
                dois=[f"10.1000/dark.{number}"],
            )
            for number in range(papers)
        ]
        self.gone = written(self.emmy, title="Taken down", removed_at=timezone.now())
        weave()
        call_command("count_months", verbosity=0)
        self.merged = make_researcher("A. Lovelace", merged_into=self.ada)
        self.hidden = make_researcher("Who Objected", hidden_at=timezone.now(), paper_count=1)
        self.merged_place = make_institution("Old CERN", merged_into=self.cern, ror="05a28rw58")


@pytest.fixture(scope="module")
def woven(django_db_setup, django_db_blocker, tmp_path_factory):
    """Made once for a file of tests, in a transaction that is rolled back; with its word and name indexes."""
    home = tmp_path_factory.mktemp("index")
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "SEARCH_INDEX_DIR", home)
        with transaction.atomic():
            made = Woven()
            rebuild(home)
            index.home().mkdir()
            rebuild(index.home(), followed=index.NAMES)
            yield made
            transaction.set_rollback(True)
