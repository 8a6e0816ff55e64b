"""The graph of a model as a file under WOVE_DATA/models: made once, in a process of its own, and made anew if damaged.

The file's name tells the weights and the way it is made, its last bytes are a digest of all before: what was cut short
or changed is never run. Two processes that make it at once write the same, and a rename puts it there whole.
"""

import hashlib
import json
import logging
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from django.conf import settings

from search.sentence_models.description import Description
from search.sentence_models.embedder import ModelAway

RECIPE = 1  # another number where `bert_graph` makes another graph
SECONDS = 300  # to make one; it takes some
DIGEST = 32

logger = logging.getLogger(__name__)


def graph(described: Description) -> bytes:
    """Raises ModelAway where it is not there and cannot be made."""
    place = _place(described)
    found = _held(place)
    return found if found is not None else _made(described, place)


def _place(described: Description) -> Path:
    with described.weights.open("rb") as weights:
        digest = hashlib.file_digest(weights, lambda: hashlib.blake2b(digest_size=16))
    digest.update(json.dumps([described.config, described.pooling, RECIPE], sort_keys=True).encode())
    return Path(settings.DATA_DIR) / "models" / f"{digest.hexdigest()}.onnx"


def _held(place: Path) -> bytes | None:
    try:
        found = place.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        logger.warning("%s cannot be read and is made anew: %s", place, error)
        return None
    if len(found) > DIGEST and _digest(found[:-DIGEST]) == found[-DIGEST:]:
        return found[:-DIGEST]
    logger.warning("%s is damaged and is made anew", place)
    return None


def _made(described: Description, place: Path) -> bytes:
    """In a process of its own, whose memory ends with it: the weights take a hundred megabytes."""
    with tempfile.TemporaryDirectory(prefix="wove-model-") as folder:
        output = Path(folder) / "graph"
        asked = json.dumps([str(described.weights), described.config, described.pooling, str(output)])
        try:
            ended = subprocess.run(
                [sys.executable, "-m", "search.sentence_models.making"],
                input=asked, text=True, capture_output=True, timeout=SECONDS, check=False, cwd=settings.BASE_DIR,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise ModelAway(f"its graph was not made within {SECONDS} s") from error
        if ended.returncode:
            lines = ended.stderr.strip().splitlines() or [f"exit code {ended.returncode}"]
            raise ModelAway(f"its graph could not be made: {lines[-1][:200]}")
        made = output.read_bytes()
    try:
        _keep(made, place)
    except OSError as error:
        logger.warning("%s cannot be kept, so it is made at each start: %s", place, error)
    return made


def _keep(made: bytes, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, prefix="half-", delete=False) as half:
        try:
            half.write(made + _digest(made))
            half.flush()
            os.fsync(half.fileno())
            Path(half.name).replace(place)
        except OSError:
            Path(half.name).unlink(missing_ok=True)
            raise
    logger.info("%s is made", place)


def _digest(made: bytes) -> bytes:
    return hashlib.blake2b(made, digest_size=DIGEST).digest()
