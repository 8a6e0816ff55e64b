"""Home as a catalogue of data (schema.org): the sets of the dumps, at addresses that lead to the newest of each."""

from django.conf import settings
from django.urls import reverse

from common.addresses import absolute
from common.structured_data import Node
from wovepaper.dumps import shelf
from wovepaper.dumps.shelf import CONTENT_TYPES, LICENCE
from wovepaper.dumps.tables import TABLES

_ENDINGS = {"jsonl": "jsonl.gz", "parquet": "parquet"}


def catalog() -> Node:
    """Files are named once there is a dump."""
    page = absolute(reverse("dumps"))
    tables = TABLES if shelf.newest() else ()
    return {
        "@type": "DataCatalog",
        "@id": absolute("/#catalog"),
        "name": f"Data of {settings.SITE_NAME}",
        "description": "Research papers of arXiv, who wrote them and where: pages, files, feeds, an API and dumps.",
        "url": page,
        "license": LICENCE,
        "isAccessibleForFree": True,
        "publisher": {"@id": absolute("/#organization")},
        "dataset": [
            {
                "@type": "Dataset",
                "@id": absolute(f"/#{table.name}"),
                "name": f"{table.name.capitalize()} of {settings.SITE_NAME}",
                "description": " ".join((table.kind.__doc__ or table.name).split()),
                "url": page,
                "license": LICENCE,
                "creator": {"@id": absolute("/#organization")},
                "includedInDataCatalog": {"@id": absolute("/#catalog")},
                "distribution": [_download(table.name, form) for form in CONTENT_TYPES],
            }
            for table in tables
        ],
    }


def _download(name: str, form: str) -> Node:
    href = absolute(reverse("dump-newest-file", args=[f"{name}.{_ENDINGS[form]}"]))
    return {"@type": "DataDownload", "@id": href, "contentUrl": href, "encodingFormat": CONTENT_TYPES[form]}
