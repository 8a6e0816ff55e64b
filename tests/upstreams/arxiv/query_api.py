"""arXiv's query API as far as it is asked for: single ids by `id_list`. One bad id spoils the answer, as at arXiv."""

from datetime import UTC, datetime
from xml.sax.saxutils import escape

from common.identifiers import parse_arxiv_id
from tests.upstreams.arxiv.records import atom_entry


def answer(query, records, now=None):
    """(status, XML) for a query given as a dict."""
    moment = f"{now or datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    asked = [one.strip() for one in query.get("id_list", "").split(",") if one.strip()]
    by_id = {record["id"]: record for record in records if not record.get("_deleted")}
    entries = []
    for text in asked:
        found = parse_arxiv_id(text)
        if found is None:
            return 400, _feed(_error(text, moment), moment, 1)
        record = by_id.get(found.id)
        if record and (found.version or 1) <= len(record["versions"]):
            entries.append(atom_entry(record, found.version))
    start, most = int(query.get("start", 0)), int(query.get("max_results", 10))
    return 200, _feed("".join(entries[start : start + most]), moment, len(entries))


def _error(text, moment):
    where = f"https://arxiv.org/api/errors#incorrect_id_format_for_{escape(text)}"
    return (
        f"  <entry>\n    <id>{where}</id>\n    <title>Error</title>\n    <updated>{moment}</updated>\n"
        f"    <summary>incorrect id format for {escape(text)}</summary>\n"
        "    <author>\n      <name>arXiv api core</name>\n    </author>\n  </entry>\n"
    )


def _feed(entries, moment, total):
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n<feed xmlns:opensearch=\"http://a9.com/-/spec/opensearch/1.1/\""
        ' xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">\n'
        f"  <id>https://arxiv.org/</id>\n  <title>arXiv Search Results</title>\n  <updated>{moment}</updated>\n"
        f"  <opensearch:itemsPerPage>10</opensearch:itemsPerPage>\n"
        f"  <opensearch:totalResults>{total}</opensearch:totalResults>\n"
        f"  <opensearch:startIndex>0</opensearch:startIndex>\n{entries}</feed>\n"
    ).encode()
