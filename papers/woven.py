"""What other sources know of a paper, read in the same question as it: its ids there, papers here that it cites."""

from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import JSONField, QuerySet
from django.db.models.expressions import RawSQL

from common.identifiers import openalex_url, s2_url
from common.outside_ids import OutsideId
from common.slugs import paper_path
from papers.models import Citation, OutsideWork, Paper
from papers.oeuvre import SOURCES, count_to_show

MOST_CITED = 50
_PAPERS = Paper._meta.db_table
_WORKS = f"""ARRAY(
    SELECT jsonb_build_object(
        'source', work.source, 'id', work.outside_id, 'cited_by_count', work.cited_by_count)
    FROM {OutsideWork._meta.db_table} work
    WHERE work.paper_id = {_PAPERS}.id AND work.chosen ORDER BY work.source, work.outside_id)"""  # noqa: S608
_CITED = f"""ARRAY(
    SELECT jsonb_build_object('arxiv_id', cited.arxiv_id, 'slug', cited.slug, 'title', cited.title)
    FROM {_PAPERS} cited
    WHERE cited.removed_at IS NULL AND cited.id IN (
        SELECT citation.cited_id FROM {Citation._meta.db_table} citation WHERE citation.citing_id = {_PAPERS}.id)
    ORDER BY cited.first_submitted_at DESC, cited.id LIMIT {MOST_CITED})"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class CitedPaper:
    arxiv_id: str
    slug: str
    title: str

    @property
    def id_path(self) -> str:
        return paper_path(self.arxiv_id, "")

    def get_absolute_url(self) -> str:
        return paper_path(self.arxiv_id, self.slug)


def woven(papers: QuerySet[Paper], *, with_cited: bool = True) -> QuerySet[Paper]:
    """These papers with what `outside_ids`, `citations` and `cited` tell of them."""
    array = ArrayField(JSONField())
    told = papers.annotate(told_works=RawSQL(_WORKS, [], output_field=array))  # noqa: S611 - names of our own tables
    return told.annotate(told_cited=RawSQL(_CITED, [], output_field=array)) if with_cited else told  # noqa: S611


def outside_ids(paper: Paper) -> list[OutsideId]:
    """OpenAlex's and Semantic Scholar's."""
    found = []
    for one in _told(paper, "told_works"):
        address = openalex_url if one["source"] == OutsideWork.Source.OPENALEX else s2_url
        found.append(OutsideId(SOURCES.get(one["source"], one["source"]), one["id"], address(one["id"])))
    return found


def citations(paper: Paper) -> tuple[int, str] | None:
    """How often it is cited, and which source counted, in words."""
    counted = count_to_show(_told(paper, "told_works"))
    return (counted["cited_by_count"], SOURCES[counted["source"]]) if counted else None


def cited(paper: Paper) -> list[CitedPaper]:
    """Newest first, fifty at most."""
    return [CitedPaper(**one) for one in _told(paper, "told_cited")]


def _told(paper: Paper, name: str) -> list[dict[str, Any]]:
    if not hasattr(paper, name):
        known: Any = woven(Paper.objects.filter(pk=paper.pk).only("pk")).first()
        paper.told_works = known.told_works if known else []  # type: ignore[attr-defined]
        paper.told_cited = known.told_cited if known else []  # type: ignore[attr-defined]
    return getattr(paper, name)
