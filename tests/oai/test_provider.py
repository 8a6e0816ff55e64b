"""`/oai`: verbs, formats, sets, deleted records, tokens, and every error of the protocol."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.http import urlencode
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from lxml import etree

from harvest.records import Removed
from harvest.sources.arxiv.oai import parse_list_records
from papers.exports.woven import paper_row
from papers.models import Paper
from tests.machines.conftest import record
from tests.oai.conftest import OAI, Answer
from wovepaper.oai import answers, full, protocol, tokens

WHEN = datetime(2024, 5, 1, 12, tzinfo=UTC)
HARD = "Signs \x0b\ufffe]]> of <math> & $a<b$ in a “title” 𝔄"


@pytest.fixture
def papers(held):
    """Five, changed an hour apart."""
    return [
        held(record(categories=categories, title=title), now=WHEN + timedelta(hours=hour))[0]
        for hour, (title, categories) in enumerate(
            [
                ("One", ("cs.LG",)),
                ("Two", ("hep-th", "math.QA")),
                (HARD, ("cs.CL", "cs.LG")),
                ("Four", ("astro-ph",)),
                ("Five", ("eess.SY",)),
            ]
        )
    ]


def spellings(papers):
    return [paper.arxiv_id for paper in papers]


def test_identify_tells_the_protocol_what_it_wants(ask, papers):
    told = ask(verb="Identify")
    assert told.texts("baseURL") == ["http://127.0.0.1:8000/oai"]
    assert told.texts("earliestDatestamp") == ["2024-05-01T12:00:00Z"]
    assert (told.texts("deletedRecord"), told.texts("granularity")) == (["persistent"], ["YYYY-MM-DDThh:mm:ssZ"])


def test_formats_are_three_and_a_removed_paper_has_none(ask, papers):
    assert ask(verb="ListMetadataFormats").texts("metadataPrefix") == ["oai_dc", "arXivRaw", "wovepaper"]
    name = f"oai:arXiv.org:{papers[0].arxiv_id}"
    assert len(ask(verb="ListMetadataFormats", identifier=name).all("metadataFormat")) == 3
    Paper.objects.filter(pk=papers[0].pk).update(removed_at=WHEN)
    assert ask(verb="ListMetadataFormats", identifier=name).error == "noMetadataFormats"


def test_sets_are_arxiv_s_and_each_answers_or_is_empty(ask, papers):
    told = ask(verb="ListSets")
    specs = told.texts("setSpec")
    assert {"cs", "cs:cs", "cs:cs:LG", "physics:hep-th", "physics:astro-ph", "physics:nlin:CD"} <= {*specs}
    assert len(specs) == len({*specs})
    found = {spec: ask(verb="ListIdentifiers", metadataPrefix="oai_dc", set=spec) for spec in specs}
    for spec, answer in found.items():
        wanted = [
            paper.arxiv_id
            for paper in papers
            if any(
                f"{one}:".startswith(f"{spec}:") for one in SETS_OF[paper.title_tex if paper.title != HARD else HARD]
            )
        ]
        assert (answer.ids, answer.error) == (wanted, None if wanted else "noRecordsMatch"), spec
    assert ask(verb="ListIdentifiers", metadataPrefix="oai_dc", set="cs:cs:SY").ids == [papers[4].arxiv_id]


SETS_OF = {
    "One": ["cs:cs:LG"],
    "Two": ["physics:hep-th", "math:math:QA"],
    HARD: ["cs:cs:CL", "cs:cs:LG"],
    "Four": ["physics:astro-ph"],
    "Five": ["eess:eess:SY"],
}


def test_header_tells_the_sets_of_its_paper(ask, papers):
    told = ask(verb="GetRecord", metadataPrefix="oai_dc", identifier=f"oai:arXiv.org:{papers[1].arxiv_id}")
    assert told.texts("setSpec") == ["physics:hep-th", "math:math:QA"]


@pytest.mark.parametrize("prefix", ["oai_dc", "arXivRaw", "wovepaper"])
def test_hostile_text_is_well_formed_in_every_format(ask, papers, prefix):
    Paper.objects.filter(pk=papers[2].pk).update(title=HARD, title_tex=HARD)
    told = ask(verb="ListRecords", metadataPrefix=prefix)
    assert told.ids == spellings(papers)
    titles = [element.text for element in told.root.iter("{*}title")]
    assert titles[2] == HARD.replace("\x0b", "").replace("\ufffe", "")


def test_full_format_is_the_api_s_object_and_valid(ask, held):
    paper = held(
        authors="Ada Lovelace, The ATLAS Collaboration",
        versions=["2020-01-01", "2020-02-01"],
        journal_ref="Phys. Rev. D 12, 34 (2021)",
        dois=("10.1000/a", "10.1000/b"),
        own_words=False,
        license="https://creativecommons.org/licenses/by/4.0/",
        now=WHEN,
    )
    told = ask(verb="GetRecord", metadataPrefix="wovepaper", identifier=f"oai:arXiv.org:{paper.arxiv_id}")
    element = told.all("metadata")[0][0]
    etree.XMLSchema(etree.fromstring(full.schema())).assertValid(element)
    known = paper_row(Paper.objects.get(pk=paper.pk))
    assert as_told(element) == without_unknown({name: known[name] for name in known if name != "citations"})


def as_told(element):
    """{name: value}, lists by the elements in them; all values as text."""
    if not len(element):
        return element.text or ""
    names = [etree.QName(child).localname for child in element]
    own = etree.QName(element).localname
    if {*names} <= {own[:-1], own.replace("ies", "y")}:
        return [as_told(child) for child in element]
    return dict(zip(names, map(as_told, element), strict=True))


def without_unknown(known):
    if isinstance(known, dict):
        return {name: without_unknown(value) for name, value in known.items() if value not in (None, [])}
    if isinstance(known, list):
        return [without_unknown(value) for value in known]
    return str(known).lower() if isinstance(known, bool) else str(known)


def test_dublin_core_names_authors_subjects_and_places(ask, papers):
    told = ask(verb="GetRecord", metadataPrefix="oai_dc", identifier=f"oai:arXiv.org:{papers[0].arxiv_id}")
    dc = [(etree.QName(element).localname, element.text) for element in told.all("metadata")[0][0]]
    assert ("creator", "Lovelace, Ada") in dc
    assert ("subject", "Machine learning (cs.LG)") in dc
    assert [text for name, text in dc if name == "identifier"] == [
        f"http://127.0.0.1:8000{papers[0].get_absolute_url()}",
        f"https://arxiv.org/abs/{papers[0].arxiv_id}",
        f"https://doi.org/10.48550/arXiv.{papers[0].arxiv_id}",
    ]


def test_removed_paper_is_told_as_deleted_and_nothing_of_it(client, ask, papers):
    Paper.objects.filter(pk=papers[0].pk).update(removed_at=WHEN, changed_at=WHEN + timedelta(days=1))
    told = ask(verb="ListRecords", metadataPrefix="arXivRaw")
    assert told.ids == spellings([*papers[1:], papers[0]])
    assert [header.get("status") for header in told.all("header")] == [None] * 4 + ["deleted"]
    assert "metadata" not in {etree.QName(part).localname for part in told.all("record")[-1]}
    page = parse_list_records(etree.tostring(told.root))
    assert page.records[-1] == Removed(papers[0].arxiv_id, (WHEN + timedelta(days=1)).date())


@pytest.mark.parametrize(
    ("bounds", "hours"),
    [
        ({"from_": "2024-05-01T14:00:00Z"}, [2, 3, 4]),
        ({"until": "2024-05-01T14:00:00Z"}, [0, 1, 2]),
        ({"from_": "2024-05-01T13:00:00Z", "until": "2024-05-01T15:00:00Z"}, [1, 2, 3]),
        ({"from_": "2024-05-01", "until": "2024-05-01"}, [0, 1, 2, 3, 4]),
        ({"until": "9999-12-31"}, [0, 1, 2, 3, 4]),
    ],
)
def test_from_and_until_hold_both_their_ends(ask, papers, bounds, hours):
    told = ask(verb="ListIdentifiers", metadataPrefix="oai_dc", **bounds)
    assert told.ids == [papers[hour].arxiv_id for hour in hours]


def test_token_goes_on_where_the_page_ended_and_keeps_the_bounds(ask, papers, monkeypatch):
    monkeypatch.setattr(answers, "RECORDS_A_PAGE", 1)
    Paper.objects.filter(pk=papers[3].pk).update(changed_at=papers[2].changed_at)
    first = ask(verb="ListRecords", metadataPrefix="oai_dc", from_="2024-05-01T13:00:00Z", until="2024-05-01T14:00:00Z")
    seen, cursors, token = first.ids, [], first.token
    while token:
        page = ask(verb="ListRecords", resumptionToken=token)
        seen, token = seen + page.ids, page.token
        cursors += [element.get("cursor") for element in page.all("resumptionToken")]
    assert seen == spellings(papers[1:4])
    assert cursors == ["1", "2"]


def test_page_ends_early_where_records_are_large(ask, papers, monkeypatch):
    monkeypatch.setattr(answers, "MOST_BYTES", 1)
    assert ask(verb="ListRecords", metadataPrefix="oai_dc").ids == spellings(papers[:1])


def test_post_answers_as_get_does(client, papers):
    asked = {"verb": "ListIdentifiers", "metadataPrefix": "oai_dc"}
    posted = client.post("/oai", urlencode(asked), content_type="application/x-www-form-urlencoded")
    assert Answer(posted.getvalue()).ids == spellings(papers)
    assert client.post("/oai/wovepaper.xsd").status_code == 405


GOOD = "verb=ListRecords&metadataPrefix=oai_dc"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "badVerb"),
        ("verb=listrecords", "badVerb"),
        ("verb=Identify&verb=Identify", "badVerb"),
        ("verb=Identify&set=cs", "badArgument"),
        ("verb=ListRecords", "badArgument"),
        ("verb=ListRecords&metadataPrefix=", "badArgument"),
        ("verb=GetRecord&metadataPrefix=oai_dc", "badArgument"),
        (f"{GOOD}&metadataPrefix=oai_dc", "badArgument"),
        (f"{GOOD}&resumptionToken=x", "badArgument"),
        (f"{GOOD}&from=2024-5-6", "badArgument"),
        (f"{GOOD}&from=2024-02-30", "badArgument"),
        (f"{GOOD}&from=0000-01-01", "badArgument"),
        (f"{GOOD}&from=2024-01-01T00:00:00", "badArgument"),
        (f"{GOOD}&from=2024-01-01&until=2024-01-01T00:00:00Z", "badArgument"),
        (f"{GOOD}&from=2024-01-02&until=2024-01-01", "badArgument"),
        (f"{GOOD}&set=cs.LG", "badArgument"),
        (f"{GOOD}&set=%00%ff", "badArgument"),
        (f"{GOOD}&from=2090-01-01", "noRecordsMatch"),
        (f"{GOOD}&set=q-fin", "noRecordsMatch"),
        ("verb=ListRecords&metadataPrefix=oai_DC", "cannotDisseminateFormat"),
        ("verb=GetRecord&metadataPrefix=marc&identifier=oai:arXiv.org:2001.00001", "cannotDisseminateFormat"),
        ("verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:arXiv.org:1901.00001", "idDoesNotExist"),
        ("verb=GetRecord&metadataPrefix=oai_dc&identifier=2001.00001", "idDoesNotExist"),
        ("verb=GetRecord&metadataPrefix=oai_dc&identifier=%00%FF%0b", "idDoesNotExist"),
        ("verb=ListMetadataFormats&identifier=oai:example.org:1", "idDoesNotExist"),
        ("verb=ListRecords&resumptionToken=%FF%00", "badResumptionToken"),
        ("verb=ListRecords&resumptionToken=496549|47001", "badResumptionToken"),
        ("verb=ListSets&resumptionToken=x", "badResumptionToken"),
    ],
)
def test_every_fault_has_the_code_of_the_protocol(client, papers, query, code):
    response = client.get(f"/oai?{query}")
    told = Answer(response.getvalue())
    assert (response.status_code, told.error) == (200, code)
    arguments = dict(told.all("request")[0].attrib)
    assert not arguments if code in ("badVerb", "badArgument") else arguments["verb"]


@pytest.mark.parametrize(
    "body, content_type",
    [
        (b"x", "multipart/form-data"),
        (b"x", f"multipart/form-data; boundary={'a' * 500}"),
        (b"verb=Identify", "application/x-www-form-urlencoded; charset=utf-16"),
        (b"&".join(b"a%d=1" % number for number in range(1_500)), "application/x-www-form-urlencoded"),
    ],
)
def test_arguments_that_cannot_be_read_are_an_error_of_the_protocol(client, papers, body, content_type):
    response = client.generic("POST", "/oai", body, content_type)
    assert response.status_code == 200
    assert Answer(response.getvalue()).error == "badArgument"


def test_token_of_another_verb_or_with_a_changed_sign_is_refused(ask, papers, monkeypatch):
    monkeypatch.setattr(answers, "RECORDS_A_PAGE", 1)
    token = ask(verb="ListRecords", metadataPrefix="oai_dc").token
    assert ask(verb="ListIdentifiers", resumptionToken=token).error == "badResumptionToken"
    for place in (0, len(token) // 2, len(token) - 2):
        spoilt = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        assert ask(verb="ListRecords", resumptionToken=spoilt).error == "badResumptionToken", place


def test_token_of_a_set_or_format_that_is_no_more_is_refused(ask, papers):
    key = tokens.Key(WHEN, papers[0].pk)
    for prefix, set_spec in (("oai_dc", "physics:phlogiston"), ("marc", "")):
        token = tokens.write(tokens.Place("ListRecords", prefix, set_spec, after=key))
        assert ask(verb="ListRecords", resumptionToken=token).error == "badResumptionToken"


def test_nothing_changed_is_told_by_304_until_something_did(client, papers):
    asked = f"/oai?{GOOD}"
    tag = client.get(asked).headers["ETag"]
    assert client.get(asked, headers={"If-None-Match": tag}).status_code == 304
    Paper.objects.filter(pk=papers[0].pk).update(changed_at=WHEN + timedelta(days=2))
    assert client.get(asked, headers={"If-None-Match": tag}).status_code == 200


def test_page_asks_the_database_the_same_few_questions_for_few_and_many(
    client,
    papers,
    held,
    django_assert_num_queries,
):
    held(*[record() for _ in range(40)], now=WHEN)
    with django_assert_num_queries(5):  # validator and its moment, moment of the answer, papers, authors
        client.get(f"/oai?{GOOD}").getvalue()


def test_namespace_of_answers_is_the_protocol_s(ask, papers):
    assert ask(verb="Identify").root.tag == f"{OAI}OAI-PMH"


def test_harvest_that_goes_too_fast_is_asked_to_wait(client, papers, settings, collected_static):
    settings.LIMIT_BURST, settings.LIMIT_PER_MINUTE = 20, 60
    answers = [client.get(f"/oai?{GOOD}", REMOTE_ADDR="192.0.2.7") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0


WORDS = st.sampled_from(["verb", "metadataPrefix", "set", "from", "until", "identifier", "resumptionToken"])
VALUES = st.sampled_from([*protocol.VERBS, "oai_dc", "arXivRaw", "wovepaper", "cs", "2024-05-01"]) | st.text(
    max_size=30
)


@hypothesis_settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(WORDS | st.text(max_size=9), VALUES), max_size=5))
def test_whatever_is_asked_the_answer_is_the_protocol_s(client, papers, pairs):
    response = client.get(f"/oai?{urlencode(pairs)}")
    assert response.status_code == 200
    Answer(response.getvalue())
