"""Papers, people and places tied as linking ties them, with every count and sum that pages show."""

from datetime import UTC, datetime

from harvest.linking import counts
from harvest.linking.changes import Changes
from harvest.linking.places import place_papers
from harvest.summaries import stays, sums
from institutions.models import Institution
from papers.models import Authorship, Paper
from researchers.models import Researcher
from tests.factories import make_affiliation, make_outside_work, make_paper


def written(*authors, title="A paper", day="2020-01-15", at=(), evidence="agreement", cited=None, **facts):
    """A paper by researchers, or by names not matched; each at the institutions of `at`; cited so often by OpenAlex."""
    names = [author if isinstance(author, str) else author.name for author in authors]
    first = datetime.fromisoformat(day).replace(tzinfo=UTC)
    paper = make_paper(title=title, authors=names, first_submitted_at=first, **facts)
    slots = list(paper.authorships.order_by("position"))
    for slot, author in zip(slots, authors, strict=True):
        if not isinstance(author, str):
            Authorship.objects.filter(pk=slot.pk).update(researcher=author, evidence=evidence)
            for institution in at:
                make_affiliation(slot, institution)
    if cited is not None:
        make_outside_work(paper, cited_by_count=cited, cited_by_year={str(first.year): cited})
    return paper


def weave():
    """Count and sum up all that is held."""
    place_papers(list(Paper.objects.values_list("pk", flat=True)), Changes())
    counts.recount()
    stays.refresh(set(Researcher.objects.values_list("pk", flat=True)))
    sums.refresh(Institution.objects.values_list("pk", flat=True))
