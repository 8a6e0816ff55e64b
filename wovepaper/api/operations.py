"""Every operation of the API. What is asked, answered, documented and offered as a tool comes from this list."""

from collections.abc import Mapping
from functools import partial

from institutions.models import Institution
from search.answers import How, Sort
from wovepaper.api import categories, institutions, papers, researchers, search
from wovepaper.api.listing import Listing, answer_list
from wovepaper.api.operation import OF_ANY, OF_LIST, OF_THING, Operation, ThingId
from wovepaper.api.paper_ids import TAKES as PAPER_TAKES
from wovepaper.api.paper_ids import find as find_paper
from wovepaper.api.parameters import (
    PAGE_PARAMETERS,
    AnyParameter,
    Filter,
    Filters,
    Ids,
    Parameter,
    Select,
    order,
    words,
)
from wovepaper.api.values import YES_OR_NO, CategoryCode, Country, Number, OneOf, RowNumber, Several, YearSpan

YEAR = Filter("year", YearSpan(), "of the first version", "2024")
KINDS = OneOf(dict.fromkeys(Institution.Kind.values, ""))

PAPER_FILTERS = Filters(
    (
        YEAR,
        Filter("category", CategoryCode(), "papers of a category, or of all categories of an archive", "cs.LG"),
        Filter("institution", RowNumber(), "papers that name it or one of its parts", "5"),
        Filter("researcher", RowNumber(), "papers by a researcher", "17"),
    )
)
RESEARCHER_FILTERS = Filters(
    (
        Filter("category", CategoryCode(), "whose papers are mostly of it", "cs.LG"),
        Filter("country", Country(), "whose main institution is there", "CH"),
        Filter("institution", RowNumber(), "who is there or at one of its parts now, most papers there first", "5"),
    )
)
INSTITUTION_FILTERS = Filters(
    (
        Filter("country", Country(), "where it is", "CH"),
        Filter("kind", KINDS, "as ROR tells", "education"),
    )
)
CATEGORY_FILTERS = Filters((Filter("archive", CategoryCode(), "the archive and its categories", "cs"),))
SEARCH_FILTERS = Filters(
    (
        Filter("year", Several(YearSpan()), "of the first version", "2020-2024"),
        Filter("category", Several(CategoryCode()), "papers of a category or archive", "cs.LG|cs.CL"),
        Filter("cited", Number(1, 999_999), "at least so often, as OpenAlex or Semantic Scholar tells", "10"),
        Filter("country", Several(Country()), "of an author's institution", "CH"),
        Filter("institution", Several(RowNumber()), "that name it or one of its parts", "5"),
        Filter("published", YES_OR_NO, "in a journal or at a conference, as arXiv tells", "yes"),
        Filter("researcher", Several(RowNumber()), "by a researcher", "17"),
        Filter("withdrawn", YES_OR_NO, "by its authors", "no"),
    )
)
MODES = {
    str(How.HYBRID): "words and meaning",
    str(How.WORDS): "words only",
    str(How.MEANING): "the nearest in meaning only",
}
SEARCH_ORDERS = {
    str(Sort.RELEVANCE): "best match first",
    str(Sort.NEWEST): "newest first version first",
    str(Sort.CITED): "most cited first",
}


def _listing(
    of: str, example: str, filters: Filters, orders: Mapping[str, str], fields: tuple[str, ...]
) -> tuple[AnyParameter, ...]:
    return (filters, words(of), order(orders), Ids(example), Select(fields), *PAGE_PARAMETERS)


def _orders(listing: Listing) -> dict[str, str]:
    return {**listing.orders, **listing.orders_of_found}


OPERATIONS = (
    Operation(
        id="listPapers",
        path=papers.PATH,
        summary="List papers",
        text="All papers, newest first, or those that the filters, words or ids name. With `q` they are found as "
        "`/search` finds them, 12,000 at most; without, the list leads to its end.",
        parameters=_listing(
            "papers",
            "2401.16265|doi:10.1038/nature14539",
            PAPER_FILTERS,
            _orders(papers.LISTING),
            papers.ROW_FIELDS,
        ),
        answer=papers.PaperList,
        run=partial(answer_list, papers.LISTING),
        stamp=papers.changed_at,
        cost="list",
        problems=OF_ANY + OF_LIST,
    ),
    Operation(
        id="getPaper",
        path=f"{papers.PATH}/{{id}}",
        summary="One paper",
        text="A paper with all its authors and versions: the object that its page answers as `.json`.",
        parameters=(Select(papers.FIELDS),),
        thing=ThingId(PAPER_TAKES, ("2401.16265", "arxiv:astro-ph/9901001", "doi:10.1038/nature14539"), find_paper),
        answer=papers.WholePaperObject,
        run=papers.get_paper,
        stamp=papers.paper_changed_at,
        cost="thing",
        problems=OF_ANY + OF_THING,
    ),
    Operation(
        id="listResearchers",
        path=researchers.PATH,
        summary="List researchers",
        text="All researchers who have a paper here, most papers first, or those that the filters, a name or ids name.",
        parameters=_listing(
            "researchers by name",
            "17|orcid:0000-0002-1825-0097",
            RESEARCHER_FILTERS,
            _orders(researchers.LISTING),
            researchers.ROW_FIELDS,
        ),
        answer=researchers.ResearcherList,
        run=partial(answer_list, researchers.LISTING),
        stamp=researchers.changed_at,
        cost="list",
        problems=OF_ANY + OF_LIST,
    ),
    Operation(
        id="getResearcher",
        path=f"{researchers.PATH}/{{id}}",
        summary="One researcher",
        text="A researcher with what their papers here add up to: the object that the page answers as `.json`. Who was "
        "found to be another answers 301 to that one.",
        parameters=(Select(researchers.FIELDS),),
        thing=ThingId(
            researchers.TAKES, ("17", "orcid:0000-0002-1825-0097", "openalex:A5023888391"), researchers.find_researcher
        ),
        answer=researchers.ResearcherObject,
        run=researchers.get_researcher,
        stamp=researchers.researcher_changed_at,
        moves=True,
        cost="thing",
        problems=OF_ANY + OF_THING,
    ),
    Operation(
        id="listInstitutions",
        path=institutions.PATH,
        summary="List institutions",
        text="All institutions, most papers first, or those that the filters, a name, acronym or ids name.",
        parameters=_listing(
            "institutions by name, acronym or town",
            "5|ror:01ggx4157",
            INSTITUTION_FILTERS,
            _orders(institutions.LISTING),
            institutions.ROW_FIELDS,
        ),
        answer=institutions.InstitutionList,
        run=partial(answer_list, institutions.LISTING),
        stamp=institutions.changed_at,
        cost="list",
        problems=OF_ANY + OF_LIST,
    ),
    Operation(
        id="getInstitution",
        path=f"{institutions.PATH}/{{id}}",
        summary="One institution",
        text="An institution with its relatives and what its papers add up to: the object that its page answers as "
        "`.json`. What was merged into another answers 301 to that one.",
        parameters=(Select(institutions.FIELDS),),
        thing=ThingId(institutions.TAKES, ("5", "ror:01ggx4157", "openalex:I67311998"), institutions.find_institution),
        answer=institutions.InstitutionObject,
        run=institutions.get_institution,
        stamp=institutions.institution_changed_at,
        moves=True,
        cost="thing",
        problems=(*OF_ANY, "not-found"),
    ),
    Operation(
        id="listCategories",
        path=categories.PATH,
        summary="List categories",
        text="arXiv's archives and categories in use, with how many papers of each are held here.",
        parameters=_listing(
            "categories by code or name", "cs.LG|hep-th", CATEGORY_FILTERS, categories.ORDERS, categories.ROW_FIELDS
        ),
        answer=categories.CategoryList,
        run=categories.list_categories,
        stamp=categories.changed_at,
        cost="list",
        problems=OF_ANY + OF_LIST,
    ),
    Operation(
        id="getCategory",
        path=f"{categories.PATH}/{{id}}",
        summary="One category",
        text="A category or archive with its papers by time and the newest of them: the object that its page answers "
        "as `.json`.",
        parameters=(Select(categories.FIELDS),),
        thing=ThingId(categories.TAKES, ("cs.LG", "astro-ph"), categories.find_category),
        answer=categories.CategoryObject,
        run=categories.get_category,
        stamp=categories.changed_at,
        cost="thing",
        problems=(*OF_ANY, "not-found"),
    ),
    Operation(
        id="search",
        path=search.PATH,
        summary="Search papers, people and places",
        text="What the search page finds, by words and meaning together; without `q` the newest. Words may be quoted, "
        "excluded by `-`, joined by `OR`, and kept to a field: `author:`, `title:`, `abs:`, `inst:`, `id:`. Lists end "
        "after 12,000 papers. On the first page also the people and places of that name.",
        parameters=(
            words("papers, people and places"),
            Parameter("mode", OneOf(MODES), "By what papers are found.", default=str(How.HYBRID)),
            SEARCH_FILTERS,
            order(SEARCH_ORDERS),
            Select(search.FIELDS),
            *PAGE_PARAMETERS,
        ),
        answer=search.SearchAnswerObject,
        run=search.search,
        cost="search",
        dear=True,
        problems=(*OF_ANY, *OF_LIST[:-1], "busy"),
    ),
)

# What `select` may leave fields out of: of these only `id` is always there.
SELECTABLE = frozenset(
    {
        papers.PaperRow, papers.WholePaperObject, search.FoundPaper,
        researchers.ResearcherRow, researchers.ResearcherObject,
        institutions.InstitutionRow, institutions.InstitutionObject, categories.CategoryRow, categories.CategoryObject,
    }
)  # fmt: skip
BY_ID = {operation.id: operation for operation in OPERATIONS}
