"""RIS for one paper: a tag a line, CRLF, plain Unicode."""

from common.addresses import absolute
from common.identifiers import arxiv_url
from papers.journal_refs import Container
from papers.models import Authorship, Paper
from papers.publication import citable_doi, in_order, language, one_line, publication, publication_date


def ris(paper: Paper) -> str:
    """`ER  - ` is last; reference managers fetch `L1`."""
    published = publication(paper)
    ref = published.ref if published else None
    conference = bool(ref and ref.container is Container.CONFERENCE)
    when = publication_date(paper, published)
    lines = [
        ("TY", ("CPAPER" if conference else "JOUR") if published else "RPRT"),
        ("TI", paper.title),
        *(("AU", _name(author)) for author in in_order(paper.authorships.all())),
        ("PY", str(when.year)),
        ("DA", when.written("/") if when.day else ""),
        ("AB", "" if paper.own_words else paper.abstract),
    ]
    if published is None:
        lines += [("PB", "arXiv"), ("SN", f"arXiv:{paper.arxiv_id}")]
    if ref:
        lines += [
            ("T2", ref.name),
            ("VL", ref.volume),
            ("IS", ref.issue),
            ("SP", ref.first_page),
            ("EP", ref.last_page),
        ]
    lines += [
        ("N1", published.note if published else ""),
        *(("KW", code) for code in paper.category_codes),
        ("DO", citable_doi(paper)),
        ("LA", language(paper)),
        ("UR", arxiv_url(paper.arxiv_id)),
        ("L1", f"{absolute(paper.get_absolute_url())}.pdf"),
    ]
    written = [f"{tag}  - {one_line(value)}" for tag, value in lines if value.strip()]
    return "\r\n".join([*written, "ER  - ", ""])


def _name(author: Authorship) -> str:
    """`Family, Given, Suffix`; a comma in the name of a group would part it."""
    if author.kind == Authorship.Kind.GROUP:
        return author.printed.replace(",", "")
    return ", ".join(part for part in (author.family or author.printed, author.given, author.suffix) if part)
