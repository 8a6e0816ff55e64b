"""Writing the word index: a whole new generation, or changes to the one that serves.

Entries and the note with the watermark go in one commit, so that a process killed at any moment has neither lost nor
doubled anything. The engine locks the folder: one writer per generation; the lock goes with its process.
"""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from tantivy import Document, Index, IndexWriter, Query

from papers.models import Paper
from search.changes import Change, Watermark, database_identity, horizon
from search.entries import entries
from search.failures import index_failures
from search.generations import Generations
from search.reader import read_note
from search.schema import NOTE_PAPER, VERSION, Note, create, open_index, schema

BATCH = 1_000
MEMORY = 96_000_000  # bytes the engine may fill before it writes a segment

Progress = Callable[[int], None]


class Writer:
    """Applies changes to one generation. Close it: it holds the lock."""

    def __init__(self, folder: Path, origin: str) -> None:
        self.folder = folder
        self.origin = origin
        with index_failures():
            self._index = open_index(folder)
            self.note = read_note(self._index.searcher())
            self._writer = self._index.writer(MEMORY, 1)

    @property
    def watermark(self) -> Watermark:
        return Watermark(self.note.xid, self.note.seq)

    def apply(self, changes: Sequence[Change]) -> None:
        """Write the entries anew as the rows are now, up to the watermark of the last change."""
        with index_failures():
            for change in changes:
                self._writer.delete_documents_by_query(_entry_of(change.paper_id))
            for entry in entries(change.paper_id for change in changes if not change.removed):
                self._writer.add_document(entry)
            self.note = _write_note(self._writer, self.origin, changes[-1].at)
            self._writer.commit()

    def close(self) -> None:
        with index_failures():
            self._writer.wait_merging_threads()


def rebuild(home: Path, progress: Progress = lambda done: None) -> Path:
    """Build a generation of all papers beside the one that serves, and let it take over."""
    generations = Generations(home)
    origin, start = database_identity(), horizon()
    folder = generations.new()
    try:
        with index_failures():
            index = create(folder)
            _fill(index, origin, start, progress)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return generations.switch_to(folder)


def _fill(index: Index, origin: str, start: Watermark, progress: Progress) -> None:
    writer = index.writer(MEMORY, 1)
    done = last = 0
    while ids := list(Paper.objects.filter(id__gt=last).order_by("id").values_list("id", flat=True)[:BATCH]):
        for entry in entries(ids):
            writer.add_document(entry)
        done += len(ids)
        last = ids[-1]
        progress(done)
    _write_note(writer, origin, start)
    writer.commit()
    writer.wait_merging_threads()


def _entry_of(paper_id: int) -> Query:
    # Not delete_documents_by_term: it takes the number for a signed one and deletes nothing.
    return Query.term_query(schema(), "paper", paper_id)


def _write_note(writer: IndexWriter, origin: str, mark: Watermark) -> Note:
    note = Note(VERSION, origin, mark.xid, mark.seq)
    writer.delete_documents_by_query(_entry_of(NOTE_PAPER))
    writer.add_document(Document.from_dict({"paper": NOTE_PAPER, "note": note.as_text()}, schema()))
    return note
