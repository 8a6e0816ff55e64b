"""Papers for a site that has none: arXiv's newest days if it answers, the sample corpus if not."""

from threading import Thread

import httpx
from django.conf import settings

from harvest.http import user_agent
from harvest.models import WorkItem
from papers.models import Paper

PATIENCE = 5  # seconds, all in all


def is_wanted() -> bool:
    """True as long as nothing was loaded and nothing is on its way."""
    return not Paper.objects.exists() and not WorkItem.objects.exists()


def arxiv_answers(patience: float = PATIENCE) -> bool:
    """Whether arXiv's OAI-PMH server says who it is in time.

    Asked from a thread, as looking up a host's name without a network may take far longer than any time limit.
    """
    heard: list[bool] = []
    asking = Thread(target=lambda: heard.append(_identifies(patience)), daemon=True)
    asking.start()
    asking.join(patience)
    return heard == [True]


def _identifies(patience: float) -> bool:
    try:
        answer = httpx.get(
            settings.ARXIV_OAI_URL, params={"verb": "Identify"}, timeout=patience, headers={"User-Agent": user_agent()}
        )
    except httpx.HTTPError:
        return False
    return answer.status_code == httpx.codes.OK and "<Identify>" in answer.text
