"""Makes the plain and HTML forms of papers again after `common.tex.RECIPE` has changed.

Goes by our id in batches, each a transaction that marks what it has done, so it may be stopped and goes on where it
was. A paper whose forms come out the same is only marked; readers and followers see nothing of it.
"""

from collections.abc import Iterator

from django.db import connection, transaction

from common.slugs import slug
from common.tex import RECIPE, render, render_paragraphs
from harvest.leases import lock_ingest

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
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, title_tex, abstract_tex FROM papers_paper WHERE id > %s AND tex_recipe <> %s "
            "ORDER BY id LIMIT %s",
            [after, RECIPE, BATCH],
        )
        rows = cursor.fetchall()
        if not rows:
            return [], 0
        forms = []
        for paper_id, title_tex, abstract_tex in rows:
            title, abstract = render(title_tex), render_paragraphs(abstract_tex)
            forms.append((paper_id, slug(title.plain), title.plain, title.html, abstract.plain, abstract.html))
        columns = [list(column) for column in zip(*forms, strict=True)]
        cursor.execute(_CHANGE, columns)
        changed = cursor.rowcount
        cursor.execute("UPDATE papers_paper SET tex_recipe = %s WHERE id = ANY(%s)", [RECIPE, columns[0]])
    return columns[0], changed


_CHANGE = """
    UPDATE papers_paper held
    SET slug = made.slug, title = made.title, title_html = made.title_html, abstract = made.abstract,
        abstract_html = made.abstract_html, changed_at = now(),
        change_seq = nextval('change_seq'), change_xid = pg_current_xact_id(),
        search_vector = setweight(to_tsvector('public.wovepaper', left(made.title, 10000)), 'A')
            || setweight(to_tsvector('public.wovepaper', left((SELECT coalesce(string_agg(printed, ', '), '')
                FROM papers_authorship WHERE paper_id = held.id), 50000)), 'B')
            || setweight(to_tsvector('public.wovepaper', left(made.abstract, 50000)), 'C')
    FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[])
        AS made (id, slug, title, title_html, abstract, abstract_html)
    WHERE held.id = made.id AND (held.slug, held.title, held.title_html, held.abstract, held.abstract_html)
        IS DISTINCT FROM (made.slug, made.title, made.title_html, made.abstract, made.abstract_html)
"""
