"""Every periodic job and its hour (UTC), on one page.

A job that comes twice, or from two schedulers, does nothing the second time (`common.periodic`). Jobs of each sweep
expire before the next, so that none pile up behind long work or while no worker runs.
"""

from typing import Any

from celery.schedules import crontab

from harvest.arxiv.hours import HOURS


def schedule(sweep_seconds: int) -> dict[str, dict[str, Any]]:
    each_sweep = {"schedule": float(sweep_seconds), "options": {"expires": sweep_seconds * 0.9}}
    return {
        **{
            f"harvest arXiv at {hour:%H:%M}": {
                "task": "harvest.tasks.harvest_arxiv_daily",
                "schedule": crontab(hour=hour.hour, minute=hour.minute),
            }
            for hour in HOURS
        },
        "ring for harvest work": {"task": "harvest.tasks.sweep", **each_sweep},
        "ring for outside sources": {"task": "harvest.tasks.sweep_outside", **each_sweep},
        "keep summaries": {"task": "harvest.tasks.keep_summaries", **each_sweep},
        "ring for search work": {"task": "search.tasks.sweep", **each_sweep},
        # Rung for again in case one was killed; what is there is not made anew.
        "dump": {"task": "wovepaper.tasks.dump", "schedule": crontab(hour="6-11", minute=20)},
        "drop old answers": {"task": "harvest.tasks.prune", "schedule": crontab(hour=2, minute=40)},
    }
