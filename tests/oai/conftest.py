"""Answers of `/oai`, each held to the protocol's schema before a test looks at it."""

from datetime import timedelta
from pathlib import Path

import pytest
from lxml import etree

from tests.machines.conftest import held  # noqa: F401 - a fixture
from wovepaper.oai import selection

SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("oai_pmh.xsd")))
OAI = "{http://www.openarchives.org/OAI/2.0/}"


class Answer:
    def __init__(self, content):
        self.root = etree.fromstring(content)
        SCHEMA.assertValid(self.root)

    def all(self, name):
        return list(self.root.iter(f"{OAI}{name}"))

    def texts(self, name):
        return [element.text for element in self.all(name)]

    @property
    def ids(self):
        return [text.removeprefix("oai:arXiv.org:") for text in self.texts("identifier")]

    @property
    def token(self):
        return next(iter(self.texts("resumptionToken")), None)

    @property
    def error(self):
        return next((error.get("code") for error in self.all("error")), None)


@pytest.fixture
def ask(client, db):
    def ask(**arguments):
        response = client.get("/oai", {name.rstrip("_"): value for name, value in arguments.items()})
        assert response.status_code == 200
        return Answer(response.getvalue())

    return ask


@pytest.fixture
def at_once(monkeypatch):
    """What was written a moment ago is told now."""
    monkeypatch.setattr(selection, "SLACK", timedelta())
