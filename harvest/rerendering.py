"""Makes the plain and HTML forms of papers again after `common.tex.RECIPE` has changed.

Goes by our id in batches, each a transaction that marks what it has done, so it may be stopped and goes on where it
was. A paper whose forms come out the same is only marked; readers and followers see nothing of it.
"""

from collections.abc import Iterator

from django.db import connection, transaction

from common.slugs import slug
from common.tex import RECIPE, render, render_paragraphs
from harvest.ingest.search_vectors import search_vector
from harvest.limits.leases import lock_ingest
from papers.models import Paper

BATCH = 500


def rerender() -> Iterator[tuple[int, int]]:
    """After each batch: how many papers were looked at in all, and how many came out otherwise."""
    last, looked, differing = 0, 0, 0
    while True:
        with transaction.atomic():
            lock_ingest()
            ids, changed = _batch(last)
        if not ids:
            return
        last, looked, differing = ids[-1], looked + len(ids), differing + changed
        yield looked, differing


def _batch(after: int) -> tuple[list[int], int]:
    waiting = Paper.objects.filter(id__gt=after).exclude(tex_recipe=RECIPE).order_by("id")
    forms = []
    for paper_id, title_tex, abstract_tex in waiting.values_list("id", "title_tex", "abstract_tex")[:BATCH]:
        title, abstract = render(title_tex), render_paragraphs(abstract_tex)
        forms.append((paper_id, slug(title.plain), title.plain, title.html, abstract.plain, abstract.html))
    if not forms:
        return [], 0
    ids, *texts = [list(column) for column in zip(*forms, strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(_CHANGE, [ids, *texts])
        changed = cursor.rowcount
    Paper.objects.filter(id__in=ids).update(tex_recipe=RECIPE)
    return ids, changed


_PRINTED = "(SELECT coalesce(string_agg(printed, ', '), '') FROM papers_authorship WHERE paper_id = held.id)"
_CHANGE = f"""
    UPDATE papers_paper held
    SET slug = made.slug, title = made.title, title_html = made.title_html, abstract = made.abstract,
        abstract_html = made.abstract_html, changed_at = now(),
        change_seq = nextval('change_seq'), change_xid = pg_current_xact_id(),
        search_vector = {search_vector("made.title", _PRINTED, "made.abstract")}
    FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[])
        AS made (id, slug, title, title_html, abstract, abstract_html)
    WHERE held.id = made.id AND (held.slug, held.title, held.title_html, held.abstract, held.abstract_html)
        IS DISTINCT FROM (made.slug, made.title, made.title_html, made.abstract, made.abstract_html)
"""  # noqa: S608 - our own words
