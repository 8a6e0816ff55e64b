"""The people of the sample, linked as both sources link who has one profile a name; a few of them with their places."""

from zlib import crc32

from harvest.bookkeeping import runs
from harvest.linking.batch import link
from harvest.linking.strings import reader
from harvest.loading.organisations import load
from harvest.organisations import OrganisationName, OrganisationRecord, Place
from harvest.summaries import totals
from harvest.summaries.following import remake
from papers.models import Authorship, Paper
from tests.harvest.outside import OPENALEX, SCHOLAR, openalex_author, scholar_author, work

HARVARD, STANFORD = "Harvard University", "Stanford University"
WASHINGTON, AI2 = "University of Washington", "Allen Institute for Artificial Intelligence"
INSTITUTIONS = {
    "03vek6s52": (HARVARD, Place("Cambridge", "Massachusetts", "US", "United States", 42.37, -71.11)),
    "00f54p054": (STANFORD, Place("Stanford", "California", "US", "United States", 37.43, -122.17)),
    "00cvxb145": (WASHINGTON, Place("Seattle", "Washington", "US", "United States", 47.61, -122.33)),
    "05w520734": (AI2, Place("Seattle", "Washington", "US", "United States", 47.61, -122.33)),
}
PRINTED = {
    "hep-th/9711200": {"Juan M. Maldacena": [HARVARD]},
    "2501.19393": {
        "Niklas Muennighoff": [STANFORD, AI2], "Zitong Yang": [STANFORD], "Weijia Shi": [WASHINGTON],
        "Xiang Lisa Li": [STANFORD], "Li Fei-Fei": [STANFORD], "Hannaneh Hajishirzi": [WASHINGTON, AI2],
        "Luke Zettlemoyer": [WASHINGTON], "Percy Liang": [STANFORD],
    },
}  # fmt: skip


def take_in() -> None:
    run = runs.begin("ror", "command", "places of the sample")
    load(
        (
            OrganisationRecord(ror, name, "active", (OrganisationName(name, ("ror_display",)),), places=(place,))
            for ror, (name, place) in INSTITUTIONS.items()
        ),
        run,
    )
    runs.finish(run)
    papers = list(Paper.objects.filter(own_words=True).prefetch_related("authorships"))
    for source in (OPENALEX, SCHOLAR):
        link(source, {paper.arxiv_id: [_told(paper, source)] for paper in papers}, read_string=reader())
    remake()
    totals.count()


def _told(paper, source):
    people = [slot.printed for slot in paper.authorships.all() if slot.kind == Authorship.Kind.PERSON]
    places = PRINTED.get(paper.arxiv_id, {})
    if source == SCHOLAR:
        rows = [scholar_author(name, str(crc32(name.encode()))) for name in people]
    else:
        rows = [
            openalex_author(name, f"A{crc32(name.encode())}", affiliations=[(place,) for place in places.get(name, ())])
            for name in people
        ]
    return work(paper.arxiv_id, rows, source, title=paper.title)
