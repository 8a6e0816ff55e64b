"""Typed readers of environment variables. A bad value stops the start with one line that names the variable."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def text(name: str, default: str = "") -> str:
    """The variable, or the default where it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    raw = os.environ.get(name)
    if raw is None:
        return default
    if raw.strip().lower() in _TRUE:
        return True
    if raw.strip().lower() in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is {raw!r}; it takes 1 or 0.")


def integer(name: str, default: int) -> int:
    raw = text(name)
    try:
        return int(raw) if raw else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {raw!r}; it takes a whole number.") from None


def names(name: str) -> list[str]:
    """A list parted by commas."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def path(name: str, default: Path) -> Path:
    return Path(text(name, str(default))).expanduser().resolve()


def web_address(name: str, default: str) -> str:
    """An http or https address without a closing slash."""
    raw = text(name, default).rstrip("/")
    parts = urlsplit(raw)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ImproperlyConfigured(f"{name} is {raw!r}; it takes an address such as https://papers.example.org.")
    return raw


def secret(name: str, file: Path) -> str:
    """The variable, else the content of `file`; `make run` makes that file once."""
    found = text(name) or (file.read_text().strip() if file.is_file() else "")
    if len(found) < 32:
        raise ImproperlyConfigured(f"{name} is missing or short: set it, or start with `make run`, which makes {file}.")
    return found


def database(name: str) -> dict[str, object]:
    """Django's settings of one Postgres, from a libpq address such as postgresql://user@host:5432/wovepaper."""
    raw = text(name)
    if not raw:
        raise ImproperlyConfigured(f"{name} is not set; `make run` sets it, or give a postgresql:// address.")
    try:
        parts = conninfo_to_dict(raw)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{name} is not a Postgres address: {error}") from None
    known = {key: str(parts.pop(key, None) or "") for key in ("dbname", "user", "password", "host", "port")}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": known["dbname"] or "wovepaper",
        "USER": known["user"],
        "PASSWORD": known["password"],
        "HOST": known["host"],
        "PORT": known["port"],
        "OPTIONS": parts,
    }
