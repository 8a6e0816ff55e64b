"""Papers taken down on request, and put back."""

from datetime import date

import pytest
from django.core.management import CommandError, call_command

from harvest import removal
from harvest.ingest import month_counts
from harvest.ingest.batches import ingest_papers
from harvest.models import HarvestRun
from harvest.records import Removed
from papers.models import MonthCount, Paper
from researchers.models import Researcher
from tests.harvest.making import paper, snapshot_of_rows

pytestmark = pytest.mark.django_db

ID = "2401.00001"


def ingest(*records):
    return ingest_papers(records, source="arxiv")


def held_papers():
    return sum(MonthCount.objects.filter(category=None).values_list("papers", flat=True))


@pytest.fixture
def held():
    ingest(paper(), paper("2401.00002"))
    return Paper.objects.get(arxiv_id=ID)


def test_page_of_a_removed_paper_answers_410_and_shows_nothing_of_it(held, client, collected_static):
    page = held.get_absolute_url()
    assert client.get(page).status_code == 200
    call_command("remove_paper", f"https://arxiv.org/abs/{ID}v1", reason="its author asks")
    gone = client.get(page)
    assert gone.status_code == 410
    assert held.title not in gone.text and "its author asks" not in gone.text
    assert page not in client.get("/papers").text
    call_command("remove_paper", ID, reason="a mistake", undo=True)
    assert client.get(page).status_code == 200


def test_removal_moves_counts_and_the_change_sequence_with_it(held):
    researcher = Researcher.objects.create(name="Ada Example", folded="ada example", changed_at=held.changed_at)
    held.authorships.filter(position=1).update(researcher=researcher)
    Researcher.objects.filter(pk=researcher.pk).update(paper_count=1)
    assert removal.remove(ID, "asked")
    after = Paper.objects.get(pk=held.pk)
    assert after.change_seq > held.change_seq and after.changed_at > held.changed_at
    assert held_papers() == 1
    assert Researcher.objects.get().paper_count == 0
    assert removal.put_back(ID, "asked again")
    assert Paper.objects.get(pk=held.pk).change_seq > after.change_seq
    assert held_papers() == 2
    assert Researcher.objects.get().paper_count == 1
    assert month_counts.remake() == 0


def test_removal_again_writes_no_paper(held):
    removal.remove(ID, "asked")
    before = snapshot_of_rows()
    assert not removal.remove(ID, "asked twice")
    assert snapshot_of_rows() == before
    removal.put_back(ID, "a mistake")
    before = snapshot_of_rows()
    assert not removal.put_back(ID, "a mistake, again")
    assert snapshot_of_rows() == before


def test_no_harvest_brings_a_removed_paper_back_but_it_comes_back_as_arxiv_has_it_now(held):
    removal.remove(ID, "asked")
    ingest(paper(datestamp=date(2024, 3, 1), title="Again"))
    assert Paper.objects.get(pk=held.pk).removed_at is not None
    removal.put_back(ID, "a mistake")
    after = Paper.objects.get(pk=held.pk)
    assert (after.removed_at, after.title) == (None, "Again")
    assert month_counts.remake() == 0


@pytest.mark.parametrize("order", ["arXiv first", "request first"])
def test_paper_that_arxiv_deleted_too_stays_away_until_arxiv_has_it_again(held, order):
    steps = [lambda: ingest(Removed(ID, date(2024, 2, 1))), lambda: removal.remove(ID, "asked")]
    for step in steps if order == "arXiv first" else reversed(steps):
        step()
    assert held_papers() == 1
    assert ingest(Removed(ID, date(2024, 2, 1))).unchanged == 1
    removal.put_back(ID, "a mistake")
    assert Paper.objects.get(pk=held.pk).removed_at is not None
    assert held_papers() == 1
    ingest(paper(datestamp=date(2024, 3, 1)))
    assert Paper.objects.get(pk=held.pk).removed_at is None
    assert month_counts.remake() == 0


def test_reason_is_kept_with_the_run(held, capsys):
    call_command("remove_paper", ID, reason="its author asks")
    run = HarvestRun.objects.get(source="request")
    assert (run.window, run.state, run.removed) == (f"remove {ID}: its author asks", "done", 1)
    assert "410" in capsys.readouterr().out


@pytest.mark.parametrize("spelling", ["2401.99999", "no id"])
def test_what_is_no_paper_here_is_said_in_one_line(held, spelling):
    with pytest.raises(CommandError, match=spelling) as refused:
        call_command("remove_paper", spelling, reason="asked")
    assert refused.value.returncode == 2
    assert "\n" not in str(refused.value)
