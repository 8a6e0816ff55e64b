"""What the head of a paper's page says to programs, as data."""

import json
import re
from urllib.parse import parse_qsl

import pytest
from django.template import Context, Template

from common.links import link_header, linkset
from harvest.records import AuthorKind, AuthorRecord
from papers.models import Paper
from papers.structured_data import (
    citation_tags,
    coins,
    description,
    paper_graph,
    paper_links,
    paper_list_graph,
    paper_open_graph,
)
from tests.json_ld import every_node

SITE = "http://127.0.0.1:8000"
HOSTILE = "</script><script>alert(1)</script> <!-- ]]> & \u2028\u2029"


def test_tags_of_a_preprint(held):
    paper = held(
        arxiv_id="2001.04321",
        title=r"Gl\"uck in $\mathbb{R}^2$",
        abstract="First.\n\nSecond.",
        authors=r"J\"urgen van der Stra{\ss}e (ETH Z\"urich, CERN), ABC Collaboration",
        categories=("cs.LG", "hep-th"),
        versions=["2020-01-15", "2020-03-01"],
    )
    page = f"{SITE}/papers/2001.04321-{paper.slug}"
    assert citation_tags(paper) == [
        ("citation_title", paper.title),
        ("citation_author", "van der Straße, Jürgen"),
        ("citation_author_institution", "ETH Zürich, CERN"),
        ("citation_author", "ABC Collaboration"),
        ("citation_publication_date", "2020/01/15"),
        ("citation_online_date", "2020/03/01"),
        ("citation_abstract", "First. Second."),
        ("citation_language", "en"),
        ("citation_keywords", "Machine learning; High energy physics, theory"),
        ("citation_doi", "10.48550/arXiv.2001.04321"),
        ("citation_pdf_url", f"{page}.pdf"),
        ("citation_public_url", "https://arxiv.org/abs/2001.04321"),
        ("citation_publisher", "arXiv"),
        ("citation_technical_report_number", "arXiv:2001.04321"),
        ("citation_arxiv_id", "2001.04321"),
        ("DC.type", "preprint"),
    ]


def test_tags_of_a_published_paper(held):
    paper = held(
        arxiv_id="0811.04321",
        authors="Ada King",
        journal_ref="Kyoto J. Math. 54, no. 2 (2014), 311-352",
        dois=("10.1215/21562261-2642413",),
        first="2008-11-30",
        comments="42 pages, in French",
    )
    assert citation_tags(paper) == [
        ("citation_title", "On engines"),
        ("citation_author", "King, Ada"),
        ("citation_publication_date", "2014"),
        ("citation_online_date", "2008/11/30"),
        ("citation_abstract", "What an engine can do."),
        ("citation_language", "fr"),
        ("citation_keywords", "Machine learning"),
        ("citation_doi", "10.1215/21562261-2642413"),
        ("citation_pdf_url", f"{SITE}/papers/0811.04321-on-engines.pdf"),
        ("citation_public_url", "https://doi.org/10.1215/21562261-2642413"),
        ("citation_journal_title", "Kyoto J. Math."),
        ("citation_volume", "54"),
        ("citation_issue", "2"),
        ("citation_firstpage", "311"),
        ("citation_lastpage", "352"),
    ]


def test_tags_name_all_of_three_thousand_authors_in_order(held):
    authors = [AuthorRecord(f"A{n} B{n}", given=f"A{n}", family=f"B{n}") for n in range(3_000)]
    tags = citation_tags(held(authors=authors))
    assert [value for name, value in tags if name == "citation_author"] == [f"B{n}, A{n}" for n in range(3_000)]


def test_sole_author_with_blanks_on_both_sides_is_closed(held):
    author = AuthorRecord("Jan Peter van Dam", given="Jan Peter", family="van Dam")
    assert ("citation_author", "van Dam, Jan Peter;") in citation_tags(held(authors=[author]))
    other = AuthorRecord("Jan Peter Dam", given="Jan Peter", family="Dam")
    assert ("citation_author", "Dam, Jan Peter") in citation_tags(held(authors=[other]))
    group = AuthorRecord("Big, Large Collaboration", AuthorKind.GROUP)
    assert ("citation_author", "Big, Large Collaboration") in citation_tags(held(authors=[group]))


def test_never_both_kinds_of_publication(held):
    for facts in ({"dois": ("10.1/x",)}, {"journal_ref": "somewhere"}, {"journal_ref": "Nature 5, 6 (2011)"}):
        names = {name for name, _ in citation_tags(held(**facts))}
        assert not names & {"citation_publisher", "citation_arxiv_id", "DC.type"}


def test_description_of_ours_is_no_abstract(held):
    paper = held(abstract="Our own words.", own_words=True)
    assert "citation_abstract" not in dict(citation_tags(paper))
    node = nodes_of(paper_graph(paper))[f"{SITE}{paper.id_path}#paper"]
    assert "abstract" not in node
    assert node["description"] == "Our own words."


GOLDEN = {
    "@type": "ScholarlyArticle",
    "@id": f"{SITE}/papers/2001.05555#paper",
    "url": f"{SITE}/papers/2001.05555-on-engines",
    "mainEntityOfPage": f"{SITE}/papers/2001.05555-on-engines",
    "name": "On engines",
    "headline": "On engines",
    "abstract": "What an engine can do.",
    "datePublished": "2020-01-15",
    "dateModified": "2020-01-15",
    "inLanguage": "en",
    "author": [
        {
            "@type": "Person",
            "@id": f"{SITE}/papers/2001.05555#author-1",
            "name": "Ada King",
            "givenName": "Ada",
            "familyName": "King",
            "affiliation": [
                {
                    "@type": "Organization",
                    "@id": f"{SITE}/papers/2001.05555#author-1-affiliation-1",
                    "name": "MIT",
                }
            ],
        },
        {
            "@type": "Organization",
            "@id": f"{SITE}/papers/2001.05555#author-2",
            "name": "ABC Collaboration",
        },
    ],
    "identifier": [
        {
            "@type": "PropertyValue",
            "@id": f"{SITE}/papers/2001.05555#arxiv",
            "propertyID": "arXiv",
            "value": "2001.05555",
            "url": "https://arxiv.org/abs/2001.05555",
        },
        {
            "@type": "PropertyValue",
            "@id": f"{SITE}/papers/2001.05555#arxiv-doi",
            "propertyID": "DOI",
            "value": "10.48550/arXiv.2001.05555",
            "url": "https://doi.org/10.48550/arXiv.2001.05555",
        },
    ],
    "sameAs": ["https://arxiv.org/abs/2001.05555"],
    "about": [
        {
            "@type": "DefinedTerm",
            "@id": f"{SITE}/categories/cs.LG#term",
            "termCode": "cs.LG",
            "name": "Machine learning",
            "url": f"{SITE}/categories/cs.LG",
            "inDefinedTermSet": "https://arxiv.org/category_taxonomy",
        }
    ],
    "license": "https://creativecommons.org/licenses/by/4.0/",
    "isAccessibleForFree": True,
    "encoding": {
        "@type": "MediaObject",
        "@id": f"{SITE}/papers/2001.05555-on-engines.pdf",
        "contentUrl": f"{SITE}/papers/2001.05555-on-engines.pdf",
        "encodingFormat": "application/pdf",
    },
    "creativeWorkStatus": "Preprint",
    "sdPublisher": {"@id": f"{SITE}/#organization"},
    "sdLicense": "https://creativecommons.org/publicdomain/zero/1.0/",
}


def nodes_of(graph):
    return {node["@id"]: node for node in graph["@graph"]}


def test_graph_of_a_preprint_is_as_written_down(held):
    paper = held(
        arxiv_id="2001.05555",
        authors="Ada King (MIT), ABC Collaboration",
        license="http://creativecommons.org/licenses/by/4.0/",
    )
    node = dict(nodes_of(paper_graph(paper))[f"{SITE}/papers/2001.05555#paper"])
    assert node.pop("sdDatePublished") == paper.changed_at.date().isoformat()
    assert node == GOLDEN


def test_graph_of_a_published_paper_names_journal_and_volume(held):
    paper = held(journal_ref="Phys. Lett. B 705 (2011) 59-64")
    node = nodes_of(paper_graph(paper))[f"{SITE}{paper.id_path}#paper"]
    assert [part["@type"] for part in node["isPartOf"]] == ["Periodical", "PublicationVolume"]
    assert (node["pageStart"], node["pageEnd"], node["datePublished"]) == ("59", "64", "2011")
    assert "creativeWorkStatus" not in node


@pytest.mark.parametrize("facts", [{}, {"withdrawn": True}, {"journal_ref": "Nature 5, 6 (2011)"}, {"authors": ""}])
def test_graph_has_no_empty_value_and_every_reference_leads_to_a_node(held, facts):
    papers = [held(**facts), held()]
    for graph in (
        paper_graph(papers[0]),
        paper_list_graph("/papers/2020/01/15", "15 January 2020", "", papers, [("Papers", "/papers")]),
    ):
        known, named = set(), set()
        for node in every_node(graph["@graph"]):
            assert all(value not in (None, "", [], {}) for value in node.values())
            assert node["@id"].startswith(f"{SITE}/")
            (named if set(node) == {"@id"} else known).add(node["@id"])
        assert named <= known


def test_graph_names_two_hundred_authors_at_most(held):
    authors = [AuthorRecord(f"A{n} B{n}", given=f"A{n}", family=f"B{n}") for n in range(300)]
    paper = held(authors=authors)
    assert len(nodes_of(paper_graph(paper))[f"{SITE}{paper.id_path}#paper"]["author"]) == 200


def test_nothing_in_a_title_leaves_the_script(held):
    paper = held(title=HOSTILE, abstract=HOSTILE)
    Paper.objects.filter(pk=paper.pk).update(title=HOSTILE)
    paper.refresh_from_db()
    graph = paper_graph(paper)
    written = Template("{% load json_ld %}{% json_ld graph %}").render(Context({"graph": graph}))
    assert re.fullmatch(r'<script type="application/ld\+json">[^<>&\u2028\u2029]*</script>', written)
    inside = written.removeprefix('<script type="application/ld+json">').removesuffix("</script>")
    assert json.loads(inside) == graph


def test_link_header_stays_under_four_kilobytes(held):
    paper = held(
        dois=tuple(f"10.{number}/{'x' * 200}" for number in range(1000, 1030)),
        license="https://creativecommons.org/licenses/by-nc-sa/4.0/",
    )
    links = paper_links(paper)
    header = link_header(links)
    assert len(header.encode()) < 4_096
    page = f"{SITE}{paper.get_absolute_url()}"
    read = re.findall(r'<([^>]*)>; rel="([^"]*)"(?:; type="([^"]*)")?', header)
    assert read[:9] == [
        (f"{page}.bib", "describedby", "application/x-bibtex"),
        (f"{page}.ris", "describedby", "application/x-research-info-systems"),
        (f"{page}.csl.json", "describedby", "application/vnd.citationstyles.csl+json"),
        (f"{page}.jsonld", "describedby", "application/ld+json"),
        ("https://schema.org/ScholarlyArticle", "type", ""),
        ("https://schema.org/AboutPage", "type", ""),
        ("https://spdx.org/licenses/CC-BY-NC-SA-4.0", "license", ""),
        (f"{page}.pdf", "item", "application/pdf"),
        (f"{page}.linkset.json", "linkset", "application/linkset+json"),
    ]
    assert "cite-as" not in header
    assert len(linkset(page, links)["linkset"][0]["related"]) == 32


def test_link_header_holds_no_line_break_or_bracket_of_a_doi(held):
    paper = held(dois=("10.1002/(sici)1099<1::aid-x>3.0.co;2-7",))
    header = link_header(paper_links(paper))
    assert header.isascii()
    assert re.sub(r'<[^<>"\s]*>; rel="[a-z-]+"(; type="[a-z+./-]+")?(, )?', "", header) == ""


def test_social_tags_are_an_article_with_absolute_address(held):
    paper = held(abstract="word " * 100)
    pairs = dict(paper_open_graph(paper))
    assert pairs["og:type"] == "article"
    assert pairs["og:url"] == f"{SITE}{paper.get_absolute_url()}"
    assert len(description(paper)) <= 155
    assert description(paper).endswith("word…")


def test_coins_of_a_row_read_back(held):
    paper = held(title="Cats & <dogs> = 50%", authors="Ada King, Bo Li", arxiv_id="2001.07777")
    pairs = parse_qsl(coins(paper))
    assert pairs == [
        ("ctx_ver", "Z39.88-2004"),
        ("rft_val_fmt", "info:ofi/fmt:kev:mtx:dc"),
        ("rft.type", "preprint"),
        ("rft.title", paper.title),
        ("rft.au", "King, Ada"),
        ("rft.au", "Li, Bo"),
        ("rft.date", "2020-01-15"),
        ("rft.publisher", "arXiv"),
        ("rft_id", "info:doi/10.48550/arXiv.2001.07777"),
        ("rft_id", f"{SITE}{paper.get_absolute_url()}"),
    ]


def test_coins_name_twenty_authors_at_most(held):
    authors = [AuthorRecord(f"A{n} B{n}", given=f"A{n}", family=f"B{n}") for n in range(40)]
    pairs = parse_qsl(coins(held(authors=authors)))
    assert len([value for name, value in pairs if name == "rft.au"]) == 20
