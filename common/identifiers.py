"""Identifiers of papers, people and places: read any spelling, give the one canonical form, make addresses.

Every `parse_…` takes text as people and sources write it and gives the canonical form, or None where it is not such
an identifier. Nothing here asks whether the thing exists. Input longer than `LONGEST` is no identifier. Pure.
"""

import re
from typing import NamedTuple
from urllib.parse import quote, unquote

from common.tex.symbols import words

LONGEST = 500
LONGEST_LIST = 10_000

# Archives under which ids of the old scheme (to March 2007) were given out; the second half is closed since.
OLD_ARCHIVES = words(
    "astro-ph cond-mat cs gr-qc hep-ex hep-lat hep-ph hep-th math math-ph nlin nucl-ex nucl-th physics "
    "q-bio quant-ph acc-phys adap-org alg-geom ao-sci atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas "
    "dg-ga funct-an mtrl-th patt-sol plasm-ph q-alg solv-int supr-con"
)
_WITHOUT_HYPHEN = {archive.replace("-", ""): archive for archive in OLD_ARCHIVES}

_NEW_SCHEME = r"(?P<yymm>\d{4})\.(?P<number>\d{4,5})"
_OLD_SCHEME = r"(?P<archive>[a-z]+(?:-[a-z]+)?)(?:\.[a-z]+(?:-[a-z]+)*)?/(?P<old>\d{7})"
_ARXIV_ID = re.compile(rf"(?:{_NEW_SCHEME}|{_OLD_SCHEME})(?:v(?P<version>[1-9]\d{{0,3}}))?", re.IGNORECASE | re.ASCII)
_ARXIV_HOST = r"(?:https?://)?(?:[a-z]{2,6}\.)?(?:arxiv\.org|xxx\.lanl\.gov)"
_ARXIV_PREFIX = re.compile(
    rf"{_ARXIV_HOST}/+(?:abs|pdf|html|format|e-print|src|ps)/+(?:arxiv:)?"
    r"|(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*|info:doi/)?10\.48550/arxiv\."
    r"|(?:oai:arxiv\.org|arxiv):\s*",
    re.IGNORECASE,
)
_STAMP_REST = re.compile(r"\s+\[[a-z.-]{1,40}\](?:\s+\d{1,2} [a-z]{3} \d{4})?", re.IGNORECASE)
_FILE_ENDING = re.compile(r"(?:\.pdf|\.ps|\.gz)+$", re.IGNORECASE)
_DOI_PREFIX = re.compile(
    r"(?:https?://(?:dx\.|www\.)?doi\.org/|(?:dx\.)?doi\.org/|info:doi/|doi(?:\s*:\s*|\s+))+", re.IGNORECASE
)
_DOI = re.compile(r"10\.\d{4,9}(?:\.\d{1,9})*/\S+")
_DOI_BREAK = re.compile(
    r"(?<![\s,;])[\s,;]++(?:and\s++)?(?=(?:doi:?\s?|https?://(?:dx\.)?doi\.org/)?10\.\d{4})", re.IGNORECASE
)
_ORCID = re.compile(
    r"(?:https?://(?:www\.)?orcid\.org/|(?:www\.)?orcid\.org/|orcid:\s*)?((?:\d{4}-?){3}\d{3}[\dx])/?",
    re.IGNORECASE | re.ASCII,
)
_ROR = re.compile(
    r"(?:https?://(?:www\.)?ror\.org/|(?:www\.)?ror\.org/|ror:\s*)?(0[0-9a-hjkmnp-tv-z]{6}\d{2})/?",
    re.IGNORECASE | re.ASCII,
)
_ROR_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
_OPENALEX = re.compile(
    r"(?P<prefix>(?:https?://)?(?:www\.|api\.)?openalex\.org/(?:[a-z]+/)?|openalex:\s*)?(?P<id>[WAISTPFCV]\d{1,12})/?",
    re.IGNORECASE | re.ASCII,
)
_S2_PAPER = re.compile(
    r"(?:(?:https?://)?(?:www\.|api\.)?semanticscholar\.org/(?:paper/)?(?:[^/\s?#]{1,300}/)?|s2:\s*)?(?P<id>[0-9a-f]{40})(?:[/?#]\S*)?",
    re.IGNORECASE | re.ASCII,
)
_S2_CORPUS = re.compile(r"(?:s2:|https?://api\.semanticscholar\.org/)?corpusid:\s*(\d{1,12})", re.IGNORECASE | re.ASCII)
_OUR_PAPER = re.compile(r"(?:https?://[^/\s?#]{1,255})?/papers/(\S+)", re.IGNORECASE)


class ArxivId(NamedTuple):
    """`id` is canonical: no prefix, no version, no subject class, archive in lower case."""

    id: str
    version: int | None = None


def parse_arxiv_id(text: str) -> ArxivId | None:
    """Read an arXiv id in any spelling met in the wild: address, DOI, OAI name, stamp, padded or not."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        return None
    if "%" in text:
        text = unquote(text)
    prefix = _ARXIV_PREFIX.match(text)
    bare = text[prefix.end() :] if prefix else text
    bare = _FILE_ENDING.sub("", bare.partition("?")[0].partition("#")[0].strip().strip("/"))
    bare = re.sub(r"([/-])\1+", r"\1", bare)
    found = match_arxiv_id(bare)
    if found is None:
        return None
    arxiv_id, end = found
    return arxiv_id if end == len(bare) or _STAMP_REST.fullmatch(bare, end) else None


def match_arxiv_id(text: str, start: int = 0) -> tuple[ArxivId, int] | None:
    """The bare id (no prefix) that stands at `start`, and where it ends; what follows is the caller's to judge."""
    match = _ARXIV_ID.match(text, start)
    if match is None:
        return None
    end = match.end()
    if end < len(text) and (text[end].isdigit() or text[end] == "."):
        return None
    if end < len(text) and match["version"] is None and text[end] in "vV" and text[end + 1 : end + 2].isdigit():
        return None  # v0, v01: a version that cannot exist
    name = _new_name(match["yymm"], match["number"]) if match["yymm"] else _old_name(match["archive"], match["old"])
    if name is None:
        return None
    return ArxivId(name, int(match["version"]) if match["version"] else None), end


def match_paper_path(path: str) -> tuple[ArxivId, str] | None:
    """Read what follows `/papers/`: an id, maybe with `arXiv:` and version, then nothing or a hyphen and a slug."""
    if len(path) > LONGEST:
        return None
    start = len("arxiv:") if path[:6].lower() == "arxiv:" else 0
    found = match_arxiv_id(path, start)
    if found is None:
        return None
    arxiv_id, end = found
    if end < len(path) and path[end] != "-":
        return None
    return arxiv_id, path[end + 1 :]


def parse_doi(text: str) -> str | None:
    """Read one DOI, with or without resolver or `doi:`; the bare form in lower case."""
    text = text.strip()
    if len(text) > LONGEST:
        return None
    prefix = _DOI_PREFIX.match(text)
    bare = text[prefix.end() :] if prefix else text
    if prefix and "/" in prefix[0]:
        bare = bare.partition("?")[0]
    if "%" in bare:
        bare = unquote(bare).strip()
    bare = bare.replace("\\_", "_").rstrip(".,;:\"'")
    while bare and bare[-1] in ")]}>" and bare.count(bare[-1]) > bare.count("([{<"[")]}>".index(bare[-1])]):
        bare = bare[:-1].rstrip(".,;:")
    if not _DOI.fullmatch(bare) or bare.endswith("/") or not bare.isprintable():
        return None
    return bare.lower()


def parse_dois(text: str) -> tuple[str, ...]:
    """Read arXiv's DOI field: none, one or several DOIs in any joining, each once, in their order.

    Old SICI DOIs hold `;`, `<`, `(` and `#`, so the field is cut only where the next part begins with a DOI. Of each
    part the first word counts (years and remarks follow), unless that word breaks off at a hyphen or slash.
    """
    dois: dict[str, None] = {}
    for part in _DOI_BREAK.split(" ".join(text[:LONGEST_LIST].split())):
        prefix = _DOI_PREFIX.match(part)
        words = (part[prefix.end() :] if prefix else part).split()
        if not words:
            continue
        first = words[0]
        if len(words) > 1 and first[-1] in "-/":
            first += words[1]
        doi = parse_doi(first)
        if doi:
            dois[doi] = None
    return tuple(dois)


def parse_orcid(text: str) -> str | None:
    """Read an ORCID iD whose check character is right; `0000-0000-0000-000X`."""
    match = _ORCID.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if match is None:
        return None
    digits = match[1].replace("-", "").upper()
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    if "0123456789X"[(12 - total % 11) % 11] != digits[15]:
        return None
    return "-".join(digits[start : start + 4] for start in (0, 4, 8, 12))


def parse_ror(text: str) -> str | None:
    """Read a ROR id whose check digits are right; the full address, as ROR itself writes it."""
    match = _ROR.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if match is None:
        return None
    ror = match[1].lower()
    value = 0
    for sign in ror[1:7]:
        value = value * 32 + _ROR_DIGITS.index(sign)
    return f"https://ror.org/{ror}" if 98 - value * 100 % 97 == int(ror[7:]) else None


def parse_openalex_id(text: str) -> str | None:
    """Read an OpenAlex id, bare or as address: `W2741809807`."""
    match = _OPENALEX.fullmatch(text.strip()) if len(text) <= LONGEST else None
    return match["id"].upper() if match else None


def parse_s2_id(text: str) -> str | None:
    """Read a Semantic Scholar paper id: 40 hexadecimal digits, or `CorpusId:` with its number."""
    text = text.strip()
    if len(text) > LONGEST:
        return None
    if match := _S2_CORPUS.fullmatch(text):
        return f"CorpusId:{int(match[1])}"
    match = _S2_PAPER.fullmatch(text)
    return match["id"].lower() if match else None


def recognise(text: str) -> tuple[str, str] | None:
    """What a reader pasted, as (kind, canonical id): arxiv, doi, orcid, ror, openalex or s2; None for mere words."""
    text = text.strip().strip("<>\"'").strip()
    if not text or len(text) > LONGEST:
        return None
    if (ours := _OUR_PAPER.fullmatch(text)) and (
        found := match_paper_path(unquote(ours[1]).split("?")[0].split("#")[0])
    ):
        return "arxiv", found[0].id
    if arxiv_id := parse_arxiv_id(text.rstrip(".,;")):
        return "arxiv", arxiv_id.id
    if doi := parse_doi(text):
        return "doi", doi
    if orcid := parse_orcid(text):
        return "orcid", orcid
    if ror := parse_ror(text):
        return "ror", ror
    # A bare "W2" or "A4" is a word that people search for; OpenAlex ids are long.
    openalex = _OPENALEX.fullmatch(text)
    if openalex and (openalex["prefix"] or len(openalex["id"]) >= 8):
        return "openalex", openalex["id"].upper()
    if s2_id := parse_s2_id(text):
        return "s2", s2_id
    return None


def arxiv_url(arxiv_id: str, version: int | None = None) -> str:
    return f"https://arxiv.org/abs/{arxiv_id}{f'v{version}' if version else ''}"


def arxiv_pdf_url(arxiv_id: str, version: int | None = None) -> str:
    return f"https://arxiv.org/pdf/{arxiv_id}{f'v{version}' if version else ''}"


def arxiv_doi(arxiv_id: str) -> str:
    """The DOI that arXiv itself registers for the paper, spelt as arXiv does."""
    return f"10.48550/arXiv.{arxiv_id}"


def doi_url(doi: str) -> str:
    return f"https://doi.org/{quote(doi, safe='/:;()@!$*,=~')}"


def orcid_url(orcid: str) -> str:
    return f"https://orcid.org/{orcid}"


def openalex_url(openalex_id: str) -> str:
    return f"https://openalex.org/{openalex_id}"


def s2_url(s2_id: str) -> str:
    if s2_id.startswith("CorpusId:"):
        return f"https://api.semanticscholar.org/{s2_id}"
    return f"https://www.semanticscholar.org/paper/{s2_id}"


def _new_name(yymm: str, number: str) -> str | None:
    """Ids from 0704; four digits to 1412, five after; a wrong padding is put right."""
    year, month = int(yymm[:2]), int(yymm[2:])
    if year > 90 or not 1 <= month <= 12 or yymm < "0704" or int(number) == 0:
        return None
    width = 4 if yymm < "1501" else 5
    if int(number) >= 10**width:
        return None
    return f"{yymm}.{int(number):0{width}}"


def _old_name(archive: str, digits: str) -> str | None:
    """Ids from 9107 to 0703; the subject class is gone already, a missing hyphen is put back."""
    archive = archive.lower()
    archive = archive if archive in OLD_ARCHIVES else _WITHOUT_HYPHEN.get(archive, "")
    year, month = int(digits[:2]), int(digits[2:4])
    year += 1900 if year >= 91 else 2000
    if not archive or not 1 <= month <= 12 or not (1991, 7) <= (year, month) <= (2007, 3) or digits[4:] == "000":
        return None
    return f"{archive}/{digits}"
