"""schemathesis over the OpenAPI document: whatever it thinks up, no 5xx and no answer that the document does not tell.

A few cases here; `make fuzz` sets FUZZ_CASES to 2,000 for each path. Half of the cases are led to what the site holds,
which chance alone would hardly ever ask for.
"""

import os
from urllib.parse import parse_qsl, urlsplit

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection

from tests.api.serving import kept_connection
from wovepaper.api.operations import OPERATIONS
from wovepaper.api.parameters import Filters

pytestmark = pytest.mark.django_db

CASES = int(os.environ.get("FUZZ_CASES", "24"))
# A cursor, words and ids that fit the document may still be refused, and nothing here is made or deleted.
NOT_MEANT = {"positive_data_acceptance", "use_after_free", "ensure_resource_availability", "max_response_time"}


@pytest.fixture(scope="module")
def schema(woven):
    load_all_checks()
    app = WSGIHandler()
    with kept_connection():
        yield schemathesis.openapi.from_wsgi("/openapi.json", app)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.id)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value)
def test_no_answer_is_outside_the_document(operation, mode, schema, woven):
    told = schema[operation.path]["GET"]
    excluded = [check for check in CHECKS.get_all() if check.__name__ in NOT_MEANT]
    led = _real(operation, woven)
    statuses = set()

    @seed(len(operation.id))
    @settings(
        max_examples=max(CASES // 2, 1),
        database=None,
        verbosity=Verbosity.quiet,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=told.as_strategy(generation_mode=mode), led=led)
    def asked(case, led):
        if mode is GenerationMode.POSITIVE:
            case.path_parameters = {**case.path_parameters, **led.get("path", {})}
            case.query = {**case.query, **led.get("query", {})}
        answer = case.call(headers={"Accept-Encoding": "identity"})
        vanished = _fits(operation, answer.request.url)
        case.validate_response(answer, excluded_checks=[*excluded, negative_data_rejection] if vanished else excluded)
        statuses.add(answer.status_code)

    asked()
    assert mode is GenerationMode.NEGATIVE or 200 in statuses


def _fits(operation, url):
    """Whether what was wrong vanished when it was written into the address: `{}` as nothing, 0 as text."""
    given = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    declared = {one.name: one for one in operation.parameters}
    if operation.thing or len(dict(given)) < len(given) or not declared.keys() >= dict(given).keys():
        return False
    return all(_fits_one(declared[name], text) for name, text in given)


def _fits_one(parameter, text):
    schema = parameter.schema()
    value = text
    if schema["type"] == "array":
        value = text.split("|" if parameter.style == "pipeDelimited" else ",")
    elif schema["type"] == "integer" and text.isdecimal():
        value = int(text)
    return Draft202012Validator(schema).is_valid(value)


def _real(operation, woven):
    """Ids and filters of what is here, in half of the cases."""
    things = {
        "/papers": [paper.arxiv_id for paper in woven.papers] + [woven.gone.arxiv_id, "doi:10.1000/dark.3"],
        "/researchers": [woven.ada.pk, woven.merged.pk, woven.hidden.pk, "s2:145678"],
        "/institutions": [woven.cern.pk, woven.merged_place.pk, "ror:01ggx4157"],
        "/categories": ["cs.LG", "cs", "cmp-lg"],
        "/search": ["x"],
    }
    ids = [str(one) for one in things[operation.path.removesuffix("/{id}")]]
    if operation.thing:
        found = st.fixed_dictionaries({"path": st.fixed_dictionaries({"id": st.sampled_from(ids)})})
    else:
        (filters,) = [one for one in operation.parameters if isinstance(one, Filters)]
        query = {
            "q": st.sampled_from(["dark", "lovelace", "cern", "learning"]),
            "filter": st.sampled_from([f"{one.name}:{one.example}" for one in filters.known]),
        }
        found = st.fixed_dictionaries(
            {"query": st.one_of(st.fixed_dictionaries({}, optional=query), _ids(operation, ids))}
        )
    return st.one_of(st.just({}), found)


def _ids(operation, ids):
    if all(parameter.name != "ids" for parameter in operation.parameters):
        return st.just({"cursor": "*"})
    return st.fixed_dictionaries({"ids": st.lists(st.sampled_from(ids), min_size=1, max_size=50)})
