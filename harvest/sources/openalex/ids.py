"""OpenAlex's identifiers as its payloads spell them; pure. Ids that stand for nobody are nothing."""

from urllib.parse import urlsplit

from common.identifiers import parse_arxiv_id, parse_doi, parse_openalex_id, parse_orcid, parse_ror

NOBODY = {"A9999999999": "the null author", "A5317838346": "the deleted author"}
FIRST_OF_THIS_GENERATION = 5_000_000_000  # author ids below died in July 2023
_ARXIV_HOSTS = ("arxiv.org", "www.arxiv.org", "export.arxiv.org", "xxx.lanl.gov")
_DOI_HOSTS = ("doi.org", "dx.doi.org", "www.doi.org")


def entity_id(text: str, letter: str) -> str:
    """`W…` of `https://openalex.org/W…`; empty for another kind, and for `I-1`."""
    found = parse_openalex_id(text) or ""
    return found if found.startswith(letter) else ""


def person_id(text: str) -> str:
    """An author's id that a person can have."""
    found = entity_id(text, "A")
    return "" if not found or found in NOBODY or int(found[1:]) < FIRST_OF_THIS_GENERATION else found


def doi(text: str) -> str:
    return parse_doi(text) or ""


def orcid(text: str) -> str:
    """Empty where the check character is wrong: a typo is nobody's."""
    return parse_orcid(text) or ""


def ror(text: str) -> str:
    return parse_ror(text) or ""


def arxiv_id_of_location(location_id: str) -> str:
    """`pmh:oai:arXiv.org:hep-th/9901001`, the best evidence there is."""
    prefix, _, rest = location_id.partition(":")
    if prefix != "pmh" or not rest.lower().startswith("oai:arxiv.org:"):
        return ""
    return _arxiv_id(rest)


def arxiv_id_of_address(address: str) -> str:
    """Of an address at arXiv; `http` or `https`, abs or pdf."""
    return _arxiv_id(address) if _host(address) in _ARXIV_HOSTS else ""


def arxiv_id_of_doi(text: str) -> str:
    """Of the DOI that arXiv gives each paper, bare or as address."""
    bare = text.lower()
    if _host(bare) in _DOI_HOSTS or bare.startswith(("10.48550/", "doi:10.48550/")):
        return _arxiv_id(text) if "10.48550/arxiv." in bare else ""
    return ""


def _arxiv_id(text: str) -> str:
    found = parse_arxiv_id(text)
    return found.id if found else ""


def _host(address: str) -> str:
    if not address.lower().startswith(("http://", "https://")):
        return ""
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:  # such as http://[x
        return ""
