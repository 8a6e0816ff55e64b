"""One run for one data folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wovepaper.run_lock import AlreadyRunning, only_one

PROJECT = Path(__file__).resolve().parents[2]


def test_second_run_is_told_the_process_and_address_of_the_first(tmp_path):
    file = tmp_path / "data" / "run.lock"
    with (
        only_one(file, "http://127.0.0.1:8000"),
        pytest.raises(AlreadyRunning, match=rf"process {os.getpid()}, http://127\.0\.0\.1:8000"),
        only_one(file, "http://127.0.0.1:8001"),
    ):
        pytest.fail("both had the lock")


def test_next_run_gets_the_lock_after_an_end_and_after_a_failure(tmp_path):
    file = tmp_path / "run.lock"
    with pytest.raises(ZeroDivisionError), only_one(file, "http://one"):
        raise ZeroDivisionError
    with only_one(file, "http://two"):
        assert "http://two" in file.read_text()
    assert file.read_text() == ""


def test_lock_ends_with_a_killed_process_and_its_orphans_do_not_hold_it(tmp_path):
    file = tmp_path / "run.lock"
    program = (
        "import os, subprocess, sys; from pathlib import Path; from wovepaper.run_lock import only_one\n"
        f"with only_one(Path({str(file)!r}), 'http://dead'):\n"
        "    child = subprocess.Popen(['sleep', '600'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "    print(child.pid, flush=True); os.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, timeout=60)
    try:
        with only_one(file, "http://living"):
            assert "http://living" in file.read_text()
    finally:
        os.kill(int(ended.stdout), 9)


def test_one_that_has_not_written_its_name_yet_counts(tmp_path):
    file = tmp_path / "run.lock"
    with only_one(file, "http://one"):
        file.write_text("")
        with pytest.raises(AlreadyRunning, match="being started"), only_one(file, "http://two"):
            pytest.fail("both had the lock")
