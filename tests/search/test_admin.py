"""Curators look at embedding work and run it again."""

import pytest

from common.work import MAX_ATTEMPTS
from search.models import EmbeddingWork

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("static_files")]


def test_a_curator_runs_dead_work_again(admin_client):
    dead = EmbeddingWork.objects.create(
        kind="embed", key="r: 2020-01", state=EmbeddingWork.State.DEAD, attempts=MAX_ATTEMPTS, priority=7, error="lost"
    )
    listed = admin_client.get("/admin/search/embeddingwork/")
    assert "r: 2020-01" in listed.text
    admin_client.post("/admin/search/embeddingwork/", {"action": "run_again", "_selected_action": [dead.pk]})
    dead.refresh_from_db()
    assert (dead.state, dead.attempts, dead.priority, dead.error) == (EmbeddingWork.State.OPEN, 0, 7, "")


def test_rows_of_work_are_not_edited_by_hand(admin_client):
    row = EmbeddingWork.objects.create(kind="embed", key="r: 2020-01")
    assert "Save" not in admin_client.get(f"/admin/search/embeddingwork/{row.pk}/change/").text
    assert admin_client.post(f"/admin/search/embeddingwork/{row.pk}/delete/", {"post": "yes"}).status_code == 403
