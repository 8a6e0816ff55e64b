"""What is wrong with a setting, the data folder or the database is told in one line, by `manage.py` as it is run."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

SECRET = "only-for-tests-that-touch-no-data-0123456789"
NOBODY = "postgresql://nobody@127.0.0.1:1/none"


def manage(*arguments, **environment):
    """Exit code and the lines of the standard error output."""
    given = {"SECRET_KEY": SECRET, "DATABASE_URL": NOBODY, "REDIS_URL": "redis://127.0.0.1:1/0"} | environment
    ours = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "WOVE_DATA", "PORT", "SITE_URL", "DJANGO_SETTINGS_MODULE")
    inherited = {name: value for name, value in os.environ.items() if name not in ours}
    command = [sys.executable, "manage.py", *arguments]
    ended = subprocess.run(
        command, cwd=settings.BASE_DIR, env=inherited | given, capture_output=True, text=True, timeout=60
    )
    return ended.returncode, ended.stderr.splitlines()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "abc"),
        ("PORT", "0"),
        ("PORT", "99999"),
        ("PORT", "-1"),
        ("SITE_URL", "papers.example.org"),
        ("SITE_URL", "http://[::1"),
        ("SITE_URL", "http://a.example:port"),
        ("SITE_URL", "http://a b.example"),
        ("DATABASE_URL", "garbage"),
        ("SECRET_KEY", "short"),
        ("DEBUG", "perhaps"),
        ("LOG_LEVEL", "loud"),
        ("TRUSTED_PROXIES", "10.0.0.0/8, 10.0.0.1/8"),
        ("TRUSTED_PROXIES", "proxy"),
        ("ARXIV_SECONDS_BETWEEN_REQUESTS", "three"),
        ("ARXIV_SECONDS_BETWEEN_REQUESTS", "nan"),
        ("OPENALEX_DAILY_BUDGET", "-1"),
        ("SWEEP_SECONDS", "0"),
    ],
)
def test_bad_setting_is_one_line_that_names_it_and_code_2(tmp_path, name, value):
    code, told = manage("check", WOVE_DATA=str(tmp_path), **{name: value})
    assert (code, len(told)) == (2, 1)
    assert name in told[0]


def test_data_folder_that_cannot_be_one_is_told_in_one_line(tmp_path):
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "var"):
        code, told = manage("quickstart", WOVE_DATA=str(folder))
        assert (code, len(told)) == (1, 1)
        assert str(folder) in told[0]


def test_database_that_does_not_answer_is_told_in_one_line(tmp_path):
    code, told = manage("load_snapshot", os.devnull, WOVE_DATA=str(tmp_path))
    assert (code, len(told)) == (1, 1)
    assert "127.0.0.1" in told[0]
    code, told = manage("load_snapshot", os.devnull, "--traceback", WOVE_DATA=str(tmp_path))
    assert code == 1 and "Traceback (most recent call last):" in told
