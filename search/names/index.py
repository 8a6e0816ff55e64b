"""The name index: people and places, in the folder `names` beside the word index's generations."""

from functools import cache
from pathlib import Path

from django.conf import settings

from search.followed import Followed
from search.names.changes import changes_after, keys_after
from search.names.entries import entries
from search.names.schema import VERSION, create, open_index, schema
from search.reader import Reader

NAMES = Followed(
    name="name index",
    version=VERSION,
    key="entry",
    schema=schema,
    create=create,
    open=open_index,
    changes_after=changes_after,
    keys_after=keys_after,
    entries=entries,
)


def home() -> Path:
    return Path(settings.SEARCH_INDEX_DIR) / "names"


def reader() -> Reader:
    """The name index's reader of this process."""
    return _reader(home())


@cache
def _reader(folder: Path) -> Reader:
    return Reader(folder, NAMES)
