"""The OpenAPI document and the pages that explain the API: whole, true, and from the code that answers."""

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from common.json_schema import components
from common.problems import KINDS
from wovepaper.api.operations import OPERATIONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


@pytest.fixture
def document(client):
    response = client.get("/openapi.json")
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "max-age=3600" in response.headers["Cache-Control"]
    return response.json()


def test_the_document_is_openapi_3_1(document):
    assert document["openapi"].startswith("3.1.")
    validate(document)


def test_each_operation_has_an_id_a_summary_examples_and_its_errors(document):
    told = [methods["get"] for methods in document["paths"].values()]
    assert len({one["operationId"] for one in told}) == len(told) == len(OPERATIONS)
    for one in told:
        assert one["summary"]
        assert any("examples" in parameter for parameter in one["parameters"])
        for status, answer in one["responses"].items():
            if int(status) >= 400:
                (content,) = answer["content"].values()
                for kind, example in content["examples"].items():
                    assert KINDS[kind].status == int(status) == example["value"]["status"]


def test_examples_fit_their_schemas(document):
    for methods in document["paths"].values():
        for parameter in methods["get"]["parameters"]:
            for example in parameter.get("examples", {}).values():
                Draft202012Validator(parameter["schema"]).validate(example["value"])


def test_things_have_every_field_of_their_schema(api, woven):
    """The document asks for the id alone, since `select` may leave the rest out; without it nothing is left out."""
    things = {
        "getPaper": f"/papers/{woven.papers[0].arxiv_id}",
        "getResearcher": f"/researchers/{woven.ada.pk}",
        "getInstitution": f"/institutions/{woven.cern.pk}",
        "getCategory": "/categories/cs",
        "listPapers": "/papers",
        "search": "/search",
    }
    for operation in OPERATIONS:
        if operation.id in things:
            schemas = components([operation.answer])
            whole = {"$ref": f"#/components/schemas/{next(iter(schemas))}", "components": {"schemas": schemas}}
            Draft202012Validator(whole).validate(api(things[operation.id]))


def test_a_page_shows_all_of_it_without_a_script_from_elsewhere(page, document):
    tree = page("/developers/api")
    ids = {one["id"] for one in tree.select("[id]")}
    assert {operation.id for operation in OPERATIONS} <= ids
    assert {f"object-{name}" for name in document["components"]["schemas"]} <= ids
    anchors = {link["href"] for link in tree.select("main a[href^='#']")}
    assert {anchor[1:] for anchor in anchors} <= ids
    assert all(script["src"].startswith("/") for script in tree.select("script[src]"))


def test_pages_name_the_description(page, client):
    tree = page("/developers")
    assert tree.select_one('link[rel="service-desc"]')["href"] == "/openapi.json"
    for link in tree.select("main a[href^='/']"):
        assert client.get(link["href"]).status_code == 200, link["href"]
