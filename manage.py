#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from django.core.management import execute_from_command_line

from wovepaper.local import complete_environment

if __name__ == "__main__":
    complete_environment(os.environ, sys.argv[1] if len(sys.argv) > 1 else "")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wovepaper.settings")
    execute_from_command_line(sys.argv)
