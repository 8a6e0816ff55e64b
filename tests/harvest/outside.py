"""Makes of records of outside sources, for tests: the least that is valid, anything overridden by name; links them."""

from zlib import crc32

from harvest.linking.batch import link
from harvest.outside_records import OutsideAffiliation, OutsideAuthor, OutsideSource, WorkRecord

OPENALEX, SCHOLAR = OutsideSource.OPENALEX, OutsideSource.SEMANTIC_SCHOLAR


def openalex_author(name, profile="", *, profile_name="", orcid="", affiliations=(), position=1):
    return OutsideAuthor(
        position=position,
        name=name,
        raw_name=name,
        profile_id=profile,
        profile_name=profile_name or (name if profile else ""),
        orcid=orcid,
        affiliations=tuple(OutsideAffiliation(text, tuple(ids)) for text, *ids in affiliations),
    )


def scholar_author(name, profile="", *, orcid="", position=1):
    return OutsideAuthor(position=position, profile_id=profile, profile_name=name, orcid=orcid)


def work(arxiv_id, authors, source=OPENALEX, **others):
    fields = {
        "outside_id": f"W{crc32(f'{source} {arxiv_id}'.encode())}",
        "arxiv_ids": (arxiv_id,),
        "arxiv_location": True,
        "locations_count": 1,
        "title": "A paper",
    }
    return WorkRecord(source=source, authors=tuple(authors), **fields | others)


def tell(source, *works):
    """Link works as a source told them, by the first arXiv id of each."""
    told = {}
    for one in works:
        told.setdefault(one.arxiv_ids[0], []).append(one)
    return link(source, told)


def links(paper):
    """Position -> researcher's id."""
    return dict(paper.authorships.exclude(researcher=None).values_list("position", "researcher_id"))
