"""Typed readers of environment variables. A bad value stops the start with one line that names the variable."""

import logging
import math
import os
from ipaddress import ip_network
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


def integer(name: str, default: int, least: int = 0, most: int = 2**31 - 1) -> int:
    raw = text(name)
    try:
        found = int(raw) if raw else default
    except ValueError:
        found = least - 1
    if not least <= found <= most:
        raise ImproperlyConfigured(f"{name} is {raw!r}; it takes a whole number from {least} to {most}.")
    return found


def number(name: str, default: float) -> float:
    raw = text(name)
    try:
        found = float(raw) if raw else default
    except ValueError:
        found = math.nan
    if not 0 <= found < math.inf:
        raise ImproperlyConfigured(f"{name} is {raw!r}; it takes a number such as 0.5, not below 0.")
    return found


def names(name: str) -> list[str]:
    """A list parted by commas."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def networks(name: str) -> list[str]:
    """Addresses or networks of addresses, parted by commas."""
    found = names(name)
    for network in found:
        try:
            ip_network(network)
        except ValueError as error:
            raise ImproperlyConfigured(f"{name}: {error}; it takes networks such as 10.0.0.0/8.") from None
    return found


def log_level(name: str, default: str) -> str:
    found = text(name, default).upper()
    if found not in logging.getLevelNamesMapping():
        raise ImproperlyConfigured(f"{name} is {found!r}; it takes DEBUG, INFO, WARNING or ERROR.")
    return found


def one_of(name: str, allowed: tuple[str, ...]) -> str:
    """The first is the default."""
    found = text(name, allowed[0]).lower()
    if found not in allowed:
        raise ImproperlyConfigured(f"{name} is {found!r}; it takes {', '.join(allowed[:-1])} or {allowed[-1]}.")
    return found


def path(name: str, default: Path) -> Path:
    return Path(text(name, str(default))).expanduser().resolve()


def web_address(name: str, default: str) -> str:
    """An http or https address without a closing slash."""
    raw = text(name, default).rstrip("/")
    try:
        parts = urlsplit(raw)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0 and raw.isprintable()
    except ValueError:  # half an IPv6 address, a port that is none
        good = False
    if not good or " " in raw:
        raise ImproperlyConfigured(f"{name} is {raw!r}; it takes an address such as https://papers.example.org.")
    return raw


def secret(name: str, file: Path) -> str:
    """The variable, else the content of `file`; `make run` makes that file once."""
    found = text(name) or (file.read_text(errors="replace").strip() if file.is_file() else "")
    if not is_secret(found):
        raise ImproperlyConfigured(f"{name} is missing or short: set it, or start with `make run`, which makes {file}.")
    return found


def is_secret(text: str) -> bool:
    return len(text) >= 32 and text.isprintable() and "\ufffd" not in text


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
