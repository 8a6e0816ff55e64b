#!/usr/bin/env python
"""Django's command line. Settings that are no good and a database that does not answer are told in one line."""

import os
import sys
from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

from wovepaper.local import complete_environment


def main() -> None:
    try:
        complete_environment(os.environ, sys.argv[1] if len(sys.argv) > 1 else "")
    except OSError as error:
        _end(1, f"The data folder cannot be used: {error}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wovepaper.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        _end(2, str(error))
    except OperationalError as error:
        _end(1, f"The database: {error}")


def _end(code: int, text: str) -> NoReturn:
    """With --traceback the exception goes on."""
    if "--traceback" in sys.argv:
        raise
    sys.stderr.write(" ".join(text.split()) + "\n")
    sys.exit(code)


if __name__ == "__main__":
    main()
