"""Taking a paper down on request, and putting it back; each in one transaction, and safe to repeat.

Nothing is shown of a paper that is removed so, its address answers 410, and no harvest brings it back
(`Paper.removed_on_request`). Who asked for it and why stands in the run that notes it, which only curators see.
"""

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from common.identifiers import parse_arxiv_id
from common.locks import lock_writes
from common.models import touched
from harvest.bookkeeping import runs
from harvest.ingest import month_counts
from harvest.ingest.batches import IngestResult
from harvest.linking.counts import papers_come_or_go
from harvest.models import HarvestRun
from papers.models import Paper

SOURCE = "request"


class UnknownPaper(LookupError):  # noqa: N818 - says what is the matter
    """This site holds no such paper; the text says which, in one line."""


@transaction.atomic
def remove(spelling: str, reason: str) -> bool:
    """Take down the paper of an arXiv id in any spelling; False where that was done before."""
    lock_writes()
    paper = _held(spelling)
    if paper.removed_on_request:
        return False
    _write(paper, removed_at=paper.removed_at or Now(), removed_on_request=True)
    if paper.removed_at is None:
        _count(paper, -1)
    _note(f"remove {paper.arxiv_id}: {reason}", IngestResult(removed=1))
    return True


@transaction.atomic
def put_back(spelling: str, reason: str) -> bool:
    """Undo `remove`; False where it was not removed on request. What arXiv has deleted meanwhile stays away."""
    lock_writes()
    paper = _held(spelling)
    if not paper.removed_on_request:
        return False
    is_back = not paper.is_deleted_at_source
    _write(paper, removed_at=None if is_back else paper.removed_at, removed_on_request=False)
    if is_back:
        _count(paper, 1)
    _note(f"put back {paper.arxiv_id}: {reason}", IngestResult(changed=1))
    return True


def _held(spelling: str) -> Paper:
    arxiv_id = parse_arxiv_id(spelling)
    if arxiv_id is None:
        raise UnknownPaper(f"{spelling[:60]!r}: not an arXiv id")
    paper = Paper.objects.defer("search_vector").filter(arxiv_id=arxiv_id.id).first()
    if paper is None:
        raise UnknownPaper(f"{arxiv_id.id}: this site does not hold it")
    return paper


def _write(paper: Paper, **facts: object) -> None:
    Paper.objects.filter(pk=paper.pk).update(**facts, **touched())


def _count(paper: Paper, step: int) -> None:
    """In the counts that pages show: of months, and of its people and places."""
    counts = month_counts.Counts()
    month_counts.count(counts, paper.category_codes, paper.first_submitted_at, step)
    month_counts.apply(counts)
    papers_come_or_go([paper.pk], step, timezone.now())


def _note(what: str, result: IngestResult) -> None:
    run = runs.begin(SOURCE, HarvestRun.Trigger.COMMAND, what)
    runs.add_page(run, result)
    runs.finish(run)
