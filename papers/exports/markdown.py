"""A paper as Markdown for agents and notebooks: ids and links first, then text, formulas as `$…$`, no navigation."""

import re
from datetime import datetime

from common.addresses import absolute
from common.identifiers import arxiv_pdf_url, arxiv_url, doi_url
from common.tex import to_unicode
from papers.licences import licence
from papers.models import Authorship, Paper, Version
from papers.printed_places import affiliations_of
from papers.publication import citable_doi, one_line
from papers.taxonomy import CATEGORY_BY_CODE

_FORMULA = re.compile(r"\$\$(?:[^$\\]|\\.)+\$\$|\$(?:[^$\\]|\\.)+\$")
_MARKUP = re.compile(r"([\\`*_\[\]<>|])")
_LINE_START = re.compile(r"^(?:(\d+)(?=[.)])|(?=[#+=~-]))")


def markdown(paper: Paper) -> str:
    """The same facts as the page."""
    page = absolute(paper.get_absolute_url())
    facts = [
        ("Page", f"<{page}>"),
        ("arXiv", f"[{paper.arxiv_id}]({arxiv_url(paper.arxiv_id)})"),
        ("PDF", f"<{arxiv_pdf_url(paper.arxiv_id)}>"),
        ("DOI", f"[{escaped(citable_doi(paper))}]({_link(doi_url(citable_doi(paper)))})"),
        ("Other DOIs", ", ".join(f"<{_link(doi_url(doi))}>" for doi in paper.dois[1:])),
        ("Categories", ", ".join(_category(code) for code in paper.category_codes)),
        ("First version", _day(paper.first_submitted_at)),
        ("Latest version", f"v{paper.latest_version}, {_day(paper.latest_submitted_at)}"),
        ("Journal reference", escaped(paper.journal_ref)),
        ("Comments", escaped(paper.comments)),
        ("Report number", escaped(paper.report_number)),
        ("MSC class", escaped(paper.msc_class)),
        ("ACM class", escaped(paper.acm_class)),
        ("Licence", escaped(licence(paper.license).name)),
        ("Citation files", ", ".join(f"[{name}]({page}{suffix})" for name, suffix in _FILES)),
    ]
    blocks = [f"# {escaped(to_unicode(paper.title_tex))}"]
    if paper.withdrawn:
        blocks.append("**Withdrawn by its authors.**")
    blocks.append("\n".join(f"- {label}: {value}" for label, value in facts if value))
    blocks += ["## Authors", _authors(list(paper.authorships.all()))]
    blocks.append("## Description" if paper.own_words else "## Abstract")
    if paper.own_words:
        blocks.append("In this site's own words, in place of the abstract.")
    blocks += (
        [escaped(to_unicode(part)) for part in paper.abstract_tex.split("\n\n")] if paper.abstract_tex else ["None."]
    )
    versions = list(paper.versions.all())
    if len(versions) > 1:
        blocks += ["## Versions", "\n".join(_version(version) for version in versions)]
    return "\n\n".join(block for block in blocks if block) + "\n"


_FILES = (("BibTeX", ".bib"), ("RIS", ".ris"), ("CSL-JSON", ".csl.json"), ("JSON", ".json"))


def escaped(text: str) -> str:
    """Text on one line whose signs are not read as Markdown or HTML; formulas keep theirs."""
    text = one_line(text)
    parts: list[str] = []
    at = 0
    for formula in _FORMULA.finditer(text):
        parts += [_MARKUP.sub(r"\\\1", text[at : formula.start()]), formula[0].replace("<", "\\lt ")]
        at = formula.end()
    parts.append(_MARKUP.sub(r"\\\1", text[at:]))
    return _LINE_START.sub(r"\1\\", "".join(parts))


def _authors(authorships: list[Authorship]) -> str:
    if not authorships:
        return "Not named."
    return "\n".join(f"{author.position}. {_author(author)}" for author in authorships)


def _author(author: Authorship) -> str:
    affiliations = "; ".join(escaped(affiliation) for affiliation in affiliations_of(author))
    return escaped(author.printed) + (f" ({affiliations})" if affiliations else "")


def _category(code: str) -> str:
    known = CATEGORY_BY_CODE.get(code)
    name = f" ({known.name})" if known else ""
    return f"[{code}]({absolute(f'/categories/{code}')}){name}"


def _version(version: Version) -> str:
    changes = f": {', '.join(version.changes)} changed" if version.changes else ""
    return f"- v{version.number}, {_day(version.submitted_at)}{changes}"


def _day(when: datetime) -> str:
    return when.date().isoformat()


def _link(url: str) -> str:
    """Brackets would end the link early."""
    return url.replace("(", "%28").replace(")", "%29").replace("<", "%3C").replace(">", "%3E")
