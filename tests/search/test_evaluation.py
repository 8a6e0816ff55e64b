"""Scores of rankings, weights that know nothing of the queries they are told on, and the whole on a tiny judged set."""

import gzip
import json
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from papers.models import Paper
from search.evaluation import tuning
from search.evaluation.measures import ndcg, recall
from search.evaluation.rankings import Ranked
from search.heads import Gathered
from search.hybrid import Candidate, Weights
from tests.factories import make_paper

NAMES = {1: "said", 2: "meant", 3: "neither"}


def test_the_best_order_scores_one_and_no_hit_nothing():
    grades = {"a": 2, "b": 1, "c": 0}
    assert ndcg(["a", "b", "c"], grades) == 1
    assert 0 < ndcg(["c", "b", "a"], grades) < 1
    assert ndcg(["x"] * 10 + ["a"], grades) == 0
    assert ndcg([], {}) == 0


def test_recall_is_the_share_of_what_is_relevant_among_a_hundred():
    assert recall(["a", "x"], {"a": 1, "b": 1, "c": 0}) == 0.5
    assert recall(["x"] * 100 + ["a"], {"a": 1}) == 0
    assert recall([], {}) == 0


def ranked(relevant):
    """By words one paper is clearly better, by meaning another."""
    candidates = (Candidate(1, 10.0, 0.6), Candidate(2, 6.0, 0.9), Candidate(3, 5.0, 0.3))
    gathered = Gathered(candidates, (), frozenset(), frozenset())
    return Ranked({relevant: 1}, ["said"], ["meant"], ["said"], ["meant"], gathered, NAMES)


def test_weights_are_those_that_bring_the_relevant_to_the_top():
    for_words = tuning.best({"a set": [ranked("said")] * 4})
    for_meaning = tuning.best({"a set": [ranked("meant")] * 4})
    assert ranked("said").hybrid(for_words)[0] == "said"
    assert ranked("meant").hybrid(for_meaning)[0] == "meant"


def test_what_is_told_is_told_of_queries_that_had_no_part_in_choosing():
    """Odd queries want the one, even ones the other: what each half teaches is wrong for the other."""
    told, (first, second) = tuning.tell({"a set": [ranked("said"), ranked("meant")] * 5})
    assert first != second
    both = tuning.best({"a set": [ranked("said"), ranked("meant")] * 5})
    fooled = told[0].scores["hybrid"][0]
    assert fooled < ndcg(ranked("said").hybrid(both), {"said": 1}) + ndcg(ranked("meant").hybrid(both), {"meant": 1})
    assert fooled < 1
    assert told[0].scores["words"] == (0.5, 0.5)
    assert told[0].empty == 0


def test_the_words_go_on_below_the_head():
    gathered = Gathered((Candidate(2, 1.0),), (), frozenset(), frozenset())
    one = Ranked({}, ["meant", "neither"], [], [], [], gathered, NAMES)
    assert one.hybrid(Weights()) == ["meant", "neither"]


def packed(file, rows):
    with gzip.open(file, "wt") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def judged(tmp_path):
    folder = tmp_path / "sets" / "cranfield"
    folder.mkdir(parents=True)
    titles = ["Graphene sheets", "Dwarf galaxies", "Prime numbers", "Protein folding"]
    packed(folder / "corpus.jsonl.gz", [{"_id": f"d{n}", "title": t, "text": ""} for n, t in enumerate(titles)])
    packed(folder / "queries.jsonl.gz", [{"_id": f"q{n}", "text": t.lower()} for n, t in enumerate(titles)])
    lines = "".join(f"q{n}\td{n}\t1\n" for n in range(4))
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n" + lines)
    return folder.parent


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_command_scores_a_set_and_leaves_our_database_as_it_was(judged, tmp_path):
    pytest.importorskip("bm25s")
    make_paper(title="Ours")
    name, home = connection.settings_dict["NAME"], settings.SEARCH_INDEX_DIR
    for _ in range(2):  # the second time vectors come from the folder
        output = StringIO()
        call_command("evaluate_search", sets=judged, scratch=tmp_path / "scratch", stdout=output)
        row = next(line for line in output.getvalue().splitlines() if line.startswith("cranfield"))
        assert row.count("1.000 1.000") == 6
        assert "4 queries, 0 without an answer" in row
    assert (connection.settings_dict["NAME"], settings.SEARCH_INDEX_DIR) == (name, home)
    assert [paper.title for paper in Paper.objects.all()] == ["Ours"]


def test_without_sets_it_says_where_it_looked(tmp_path):
    with pytest.raises(CommandError, match="no judged sets"):
        call_command("evaluate_search", sets=tmp_path)
