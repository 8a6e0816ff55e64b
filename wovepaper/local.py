"""What a command by hand needs in a folder where `make run` keeps the services: the file `.env`, the secret key, and
the services' addresses.

Variables that are set win. Called by manage.py before Django reads its settings.
"""

import os
import re
import secrets
from collections.abc import MutableMapping
from pathlib import Path

from wovepaper import env
from wovepaper.embedded import postgres, valkey

PROJECT = Path(__file__).resolve().parent.parent
NOT_YET = "postgresql:///started-by-quickstart"


def complete_environment(environment: MutableMapping[str, str], command: str, folder: Path = PROJECT) -> None:
    for name, value in _dotenv(folder / ".env"):
        environment.setdefault(name, value)
    data = Path(environment.get("WOVE_DATA", "").strip() or folder / "var").expanduser().resolve()
    if command == "quickstart":  # it starts the services itself, after the settings are read
        make_secret_key(data / "secret-key")
        environment.setdefault("DATABASE_URL", "")
        environment["DATABASE_URL"] = environment["DATABASE_URL"] or NOT_YET
        return
    if not environment.get("DATABASE_URL") and (database := postgres.attach(data / "postgres")):
        environment["DATABASE_URL"] = database.url
    if not environment.get("REDIS_URL") and (queue := valkey.attach(data / "valkey")):
        environment["REDIS_URL"] = queue.url


def make_secret_key(file: Path) -> None:
    """Once: whoever has the key can forge sessions, and whoever loses it ends them all.

    What a crash or a full disk left of one (nothing, mostly) keeps nobody from starting: it is made anew.
    """
    if file.is_file() and env.is_secret(file.read_text(errors="replace").strip()):
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as text:
        text.write(secrets.token_urlsafe(48) + "\n")
        text.flush()
        os.fsync(descriptor)
    draft.rename(file)


def _dotenv(file: Path) -> list[tuple[str, str]]:
    """Lines such as NAME=value; a value may stand in quotes. Nothing in it is run or replaced."""
    if not file.is_file():
        return []
    pairs = [line.split("=", 1) for line in file.read_text().splitlines() if re.match(r"\s*[A-Z][A-Z0-9_]*=", line)]
    return [(name.strip(), re.sub(r"^(['\"])(.*)\1$", r"\2", value.strip())) for name, value in pairs]
