"""One factory per model: the least that makes a valid row, anything overridden by name."""

from datetime import UTC, datetime
from itertools import count
from typing import Any

from django.contrib.postgres.search import SearchVector
from django.db.models import Value
from django.utils import timezone

from common.slugs import slug
from institutions import names as institution_names
from institutions.models import Institution, InstitutionAncestor, InstitutionName
from papers import taxonomy
from papers.models import Affiliation, Authorship, Category, Claim, OutsideWork, Paper, PaperCategory, Version
from researchers import names
from researchers.models import Profile, Researcher

_numbers = count(1)


def make_categories() -> None:
    """Every archive and category of arXiv; rows that are there stay."""
    archives = [
        Category(code=a.code, name=a.name, archive=a.code, group=a.group, is_archive=True) for a in taxonomy.ARCHIVES
    ]
    known = {archive.code for archive in archives}
    plain = [c for c in taxonomy.CATEGORIES if c.code not in known]
    plain.sort(key=lambda category: bool(category.alias_of))
    Category.objects.bulk_create(archives, ignore_conflicts=True)
    for is_alias in (False, True):
        Category.objects.bulk_create(
            [
                Category(code=c.code, name=c.name, archive=c.archive, group=c.group, alias_of_id=c.alias_of or None)
                for c in plain
                if bool(c.alias_of) is is_alias
            ],
            ignore_conflicts=True,
        )


def make_paper(
    arxiv_id: str = "",
    title: str = "A paper",
    abstract: str = "What it says.",
    authors: tuple[str, ...] | list[str] = ("Ada Lovelace",),
    categories: tuple[str, ...] | list[str] = ("cs.LG",),
    first_submitted_at: datetime = datetime(2020, 1, 15, 12, tzinfo=UTC),
    **others: Any,
) -> Paper:
    """A paper with its authors, one version and its places in the lists of its categories."""
    now = timezone.now()
    fields: dict[str, Any] = {
        "arxiv_id": arxiv_id or f"2001.{next(_numbers):05d}",
        "slug": slug(title),
        "title": title,
        "title_tex": title,
        "title_html": "",
        "abstract": abstract,
        "abstract_tex": abstract,
        "tex_recipe": 1,
        "authors_printed": ", ".join(authors),
        "author_count": len(authors),
        "category_codes": list(categories),
        "first_submitted_at": first_submitted_at,
        "latest_submitted_at": first_submitted_at,
        "content_hash": "0" * 32,
        "first_held_at": now,
        "changed_at": now,
    }
    paper = Paper.objects.create(**fields | others)
    Paper.objects.filter(pk=paper.pk).update(
        search_vector=SearchVector(Value(title), weight="A", config="public.wovepaper")
        + SearchVector(Value(", ".join(authors)), weight="B", config="public.wovepaper")
        + SearchVector(Value(abstract), weight="C", config="public.wovepaper")
    )
    Version.objects.create(paper=paper, number=1, submitted_at=first_submitted_at)
    for position, printed in enumerate(authors, 1):
        make_authorship(paper, position=position, printed=printed)
    if Category.objects.exists():
        _file(paper)
    return paper


def make_authorship(paper: Paper, position: int = 1, printed: str = "Ada Lovelace", **others: Any) -> Authorship:
    given, _, family = printed.rpartition(" ")
    fields = {"given": given, "family": family, **others}
    return Authorship.objects.create(paper=paper, position=position, printed=printed, **fields)


def make_researcher(name: str = "Ada Lovelace", **others: Any) -> Researcher:
    """A researcher as linking makes one; their papers are counted by linking, or by `tests.weaving.weave`."""
    parts = names.split(name)
    fields: dict[str, Any] = {
        "name": name,
        "slug": slug(name),
        "given": parts.given,
        "family": parts.family,
        "suffix": parts.suffix,
        "folded": names.fold(name),
        "changed_at": timezone.now(),
    }
    return Researcher.objects.create(**fields | others)


def make_profile(
    researcher: Researcher | None = None, source: str = "openalex", outside_id: str = "", **others: Any
) -> Profile:
    fields = {"name": researcher.name if researcher else "", "outside_id": outside_id or f"A{5000 + next(_numbers)}"}
    return Profile.objects.create(source=source, researcher=researcher, **fields | others)


def make_claim(slot: Authorship, profile: Profile, **others: Any) -> Claim:
    fields = {"name_there": slot.printed, "method": "full-name", "score": 1.0, "claimed_at": timezone.now()}
    return Claim.objects.create(authorship=slot, source=profile.source, profile=profile, **fields | others)


def make_outside_work(paper: Paper, source: str = "openalex", outside_id: str = "", **others: Any) -> OutsideWork:
    fields = {"outside_id": outside_id or f"W{next(_numbers)}", "content_hash": "", "read_at": timezone.now()}
    return OutsideWork.objects.create(paper=paper, source=source, **fields | others)


def make_institution(
    name: str = "Analytical Institute", parent: Institution | None = None, **others: Any
) -> Institution:
    """An institution with its name as its one name; below `parent` where told, and below those above that."""
    fields: dict[str, Any] = {"name": name, "slug": slug(name), "changed_at": timezone.now()}
    made = Institution.objects.create(**fields | others)
    make_institution_name(made, name, ["ror_display", "label"])
    if parent:
        above = [(parent, 1)] + [(one.ancestor, one.distance + 1) for one in parent.ancestors.all()]
        InstitutionAncestor.objects.bulk_create(
            InstitutionAncestor(institution=made, ancestor=one, distance=distance) for one, distance in above
        )
    return made


def make_institution_name(institution: Institution, value: str, kinds: list[str] | None = None) -> InstitutionName:
    return InstitutionName.objects.create(
        institution=institution, value=value, kinds=kinds or ["alias"], folded=institution_names.fold(value)
    )


def make_affiliation(
    slot: Authorship, institution: Institution | None = None, text: str = "", **others: Any
) -> Affiliation:
    fields = {"position": slot.places.count() + 1, "source": "arxiv", "claimed_at": timezone.now()}
    text = text or (institution.name if institution else "Somewhere")
    return Affiliation.objects.create(authorship=slot, institution=institution, text=text, **fields | others)


def _file(paper: Paper) -> None:
    places: dict[str, int | None] = {code: position for position, code in enumerate(paper.category_codes)}
    for code in paper.category_codes:
        places.setdefault(taxonomy.archive_of(code) or code, None)
    PaperCategory.objects.bulk_create(
        PaperCategory(paper=paper, category_id=code, position=position, first_submitted_at=paper.first_submitted_at)
        for code, position in places.items()
    )
