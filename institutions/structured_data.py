"""An institution as JSON-LD: an Organization of its ROR kind, with place and ids elsewhere, and the way to its page."""

from collections.abc import Sequence

from django.urls import reverse

from common.addresses import absolute
from common.structured_data import Crumb, Node, breadcrumb, graph
from institutions.models import Institution

LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/"  # of ROR and OpenAlex
_TYPES = {
    "education": "CollegeOrUniversity",
    "facility": "ResearchOrganization",
    "healthcare": "Hospital",
    "government": "GovernmentOrganization",
    "company": "Corporation",
    "nonprofit": "NGO",
}


def institution_graph(
    institution: Institution, description: str, other_names: Sequence[str], parents: Sequence[Institution]
) -> Node:
    """The whole script of an institution's page."""
    page = institution.get_absolute_url()
    crumbs: list[Crumb] = [("Institutions", reverse("institutions")), (institution.name, page)]
    return graph(organization(institution, description, other_names, parents), breadcrumb(page, crumbs))


def organization(
    institution: Institution, description: str, other_names: Sequence[str], parents: Sequence[Institution]
) -> Node:
    thing = absolute(reverse("institution", args=[institution.pk]))
    page = absolute(institution.get_absolute_url())
    return {
        "@type": organization_type(institution),
        "@id": f"{thing}#organization",
        "name": institution.name,
        "alternateName": list(other_names),
        "url": institution.homepage or page,
        "mainEntityOfPage": page,
        "description": description,
        "foundingDate": str(institution.established or ""),
        "identifier": [
            {"@type": "PropertyValue", "@id": f"{thing}#id-{source.lower()}", "propertyID": source, "value": value}
            for source, value in (("ROR", ror_url(institution)), ("OpenAlex", institution.openalex_id or ""))
            if value
        ],
        "sameAs": [one for one in (ror_url(institution), wikidata_url(institution), institution.wikipedia) if one],
        "address": {
            "@type": "PostalAddress",
            "@id": f"{thing}#address",
            "addressLocality": institution.city,
            "addressRegion": institution.region,
            "addressCountry": institution.country_code,
        }
        if institution.city or institution.country_code
        else None,
        "geo": {
            "@type": "GeoCoordinates",
            "@id": f"{thing}#geo",
            "latitude": institution.latitude,
            "longitude": institution.longitude,
        }
        if institution.latitude is not None and institution.longitude is not None
        else None,
        "parentOrganization": [
            {
                "@type": "Organization",
                "@id": f"{absolute(reverse('institution', args=[parent.pk]))}#organization",
                "name": parent.name,
                "url": absolute(parent.get_absolute_url()),
            }
            for parent in parents
        ],
        "sdPublisher": {"@id": absolute("/#organization")},
        "sdDatePublished": institution.changed_at.date().isoformat(),
        "sdLicense": LICENCE,
    }


def organization_type(institution: Institution) -> str:
    """schema.org's, by ROR's kinds."""
    return next((_TYPES[kind] for kind in institution.kinds if kind in _TYPES), "Organization")


def ror_url(institution: Institution) -> str:
    return f"https://ror.org/{institution.ror}" if institution.ror else ""


def wikidata_url(institution: Institution) -> str:
    return f"https://www.wikidata.org/wiki/{institution.wikidata}" if institution.wikidata else ""
