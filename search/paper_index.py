"""The word index: papers, as readers may see them."""

from papers.models import Paper
from search.changes import changes_after
from search.entries import entries
from search.followed import Followed
from search.schema import VERSION, create, open_index, schema


def _ids_after(last: int, limit: int) -> list[int]:
    return list(Paper.objects.filter(id__gt=last).order_by("id").values_list("id", flat=True)[:limit])


PAPERS = Followed(
    name="word index",
    version=VERSION,
    key="paper",
    schema=schema,
    create=create,
    open=open_index,
    changes_after=changes_after,
    keys_after=_ids_after,
    entries=entries,
)
