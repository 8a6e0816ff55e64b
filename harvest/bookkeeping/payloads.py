"""Raw answers: kept compressed for a while, so that what went wrong can be looked into."""

import gzip
import hashlib

from django.db.models.functions import Now

from harvest.http import Answer
from harvest.models import HarvestRun, RawPayload


def keep(answer: Answer, source: str, run: HarvestRun | None) -> RawPayload:
    return RawPayload.objects.create(
        source=source,
        url=answer.url,
        sha256=hashlib.sha256(answer.body).hexdigest(),
        size=len(answer.body),
        body=gzip.compress(answer.body, compresslevel=3, mtime=0),
        run=run,
        fetched_at=Now(),
    )


def prune() -> int:
    """Drop those kept long enough; how many."""
    return RawPayload.objects.filter(fetched_at__lt=Now() - RawPayload.KEPT).delete()[0]
