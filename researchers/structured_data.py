"""A researcher as JSON-LD: a Person with ids in other sources and affiliations, and the way to the page."""

from collections.abc import Sequence

from django.urls import reverse

from common.addresses import absolute
from common.outside_ids import OutsideId
from common.structured_data import Crumb, Node, breadcrumb, graph
from researchers.models import Researcher
from researchers.portrait import Place

LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/"  # of OpenAlex and ROR


def person_graph(
    researcher: Researcher,
    description: str,
    other_names: Sequence[str],
    outside_ids: Sequence[OutsideId],
    places: Sequence[Place],
) -> Node:
    """The whole script of a researcher's page."""
    page = researcher.get_absolute_url()
    crumbs: list[Crumb] = [("Researchers", reverse("researchers")), (researcher.name, page)]
    return graph(person_node(researcher, description, other_names, outside_ids, places), breadcrumb(page, crumbs))


def person_node(
    researcher: Researcher,
    description: str,
    other_names: Sequence[str],
    outside_ids: Sequence[OutsideId],
    places: Sequence[Place],
) -> Node:
    thing = absolute(reverse("researcher", args=[researcher.pk]))
    page = absolute(researcher.get_absolute_url())
    return {
        "@type": "Person",
        "@id": f"{thing}#person",
        "name": researcher.name,
        "givenName": researcher.given,
        "familyName": researcher.family,
        "honorificSuffix": researcher.suffix,
        "alternateName": list(other_names),
        "url": page,
        "mainEntityOfPage": page,
        "description": description,
        "identifier": [
            {
                "@type": "PropertyValue",
                "@id": f"{thing}#id-{place}",
                "propertyID": one.source,
                "value": one.id,
                "url": one.url,
            }
            for place, one in enumerate(outside_ids, 1)
        ],
        "sameAs": [one.url for one in outside_ids],
        "affiliation": [
            {
                "@type": "Organization",
                "@id": f"{absolute(reverse('institution', args=[place.institution]))}#organization",
                "name": place.name,
                "url": absolute(reverse("institution", args=[place.key])),
            }
            for place in places
            if place.current
        ],
        "sdPublisher": {"@id": absolute("/#organization")},
        "sdDatePublished": researcher.changed_at.date().isoformat(),
        "sdLicense": LICENCE if outside_ids else "",
    }
