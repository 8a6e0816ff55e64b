"""A world as files that `manage.py load_snapshot` and `load_ror` read."""

import json
from pathlib import Path
from typing import Any

from bench.world import World


def write(world: World, folder: Path, *, all_institutions: bool = True, nth_other: int = 20) -> tuple[Path, Path]:
    """The snapshot and the ROR records; not all of those: where somebody works, what is tied to that, some others."""
    snapshot, ror = folder / "papers.jsonl", folder / "ror.json"
    with snapshot.open("wb") as lines:
        lines.writelines(world.snapshot_lines())
    records = list(world.ror_records())
    ror.write_text(json.dumps(records if all_institutions else _some(records, world, nth_other)))
    return snapshot, ror


def _some(records: list[dict[str, Any]], world: World, nth_other: int) -> list[dict[str, Any]]:
    named = {ror for slot in world.truth_alone.slots() for ror in slot.institutions or ()}
    tied = {_bare(tie["id"]) for one in records if _bare(one["id"]) in named for tie in one.get("relationships") or ()}
    wanted = named | tied
    return [one for nth, one in enumerate(records) if _bare(one["id"]) in wanted or nth % nth_other == 0]


def _bare(ror: str) -> str:
    return ror.rpartition("/")[2]
