"""Children of one supervisor: seen when they end, stopped together, found again after it was killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from wovepaper.supervisor import ChildEnded, StepFailed, Supervisor, end_leftovers, python, trim_logs

PROJECT = Path(__file__).resolve().parents[2]
SLEEP = python("-c", "import time; time.sleep(600)")
DEAF = python("-c", "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf'); time.sleep(600)")
PARENT = python(
    "-c",
    "import subprocess, sys, time\n"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "print(child.pid, flush=True); time.sleep(600)",
)


@pytest.fixture
def supervisor(tmp_path):
    supervisor = Supervisor(tmp_path / "data with blanks")
    yield supervisor
    supervisor.stop()


def wait_for_log(supervisor, child):
    supervisor.wait_until(lambda: child.log.read_text().strip() != "")
    return child.log.read_text().split()


def test_child_that_ends_is_told_with_its_name_and_how(supervisor):
    supervisor.start("lasting", SLEEP)
    supervisor.start("broken", python("-c", "print('the reason'); raise SystemExit(7)"))
    with pytest.raises(ChildEnded, match=r"broken ended by itself \(exit code 7\)") as ended:
        supervisor.watch()
    assert "the reason" in ended.value.child.log.read_text()


def test_killed_child_is_told_with_the_signal(supervisor):
    child = supervisor.start("victim", SLEEP)
    child.process.kill()
    with pytest.raises(ChildEnded, match="killed by SIGKILL"):
        supervisor.watch()


def test_stop_ends_children_and_their_children(supervisor):
    parent = supervisor.start("parent", PARENT)
    grandchild = psutil.Process(int(wait_for_log(supervisor, parent)[0]))
    supervisor.stop()
    assert not parent.process.is_running()
    _gone, alive = psutil.wait_procs([grandchild], timeout=10)
    assert not alive


def test_stop_ends_a_child_that_does_not_listen(supervisor, monkeypatch):
    monkeypatch.setattr("wovepaper.supervisor.STOP_SECONDS", 0.2)
    child = supervisor.start("deaf", DEAF)
    wait_for_log(supervisor, child)
    supervisor.stop()
    assert not child.process.is_running()


def test_ctrl_c_in_the_terminal_does_not_reach_children(supervisor):
    child = supervisor.start("child", SLEEP)
    assert os.getsid(child.process.pid) == child.process.pid != os.getsid(0)


def test_services_stop_after_children(supervisor):
    order = []
    child = supervisor.start("child", SLEEP)

    class Service:
        process = child.process

        def stop(self):
            order.append(child.process.is_running())

    supervisor.add_service("database", Service())
    supervisor.stop()
    assert order == [False]


def test_child_that_may_end_is_seen_off_and_the_others_stay(supervisor):
    codes = []
    supervisor.start("lasting", SLEEP)
    supervisor.start("passing", python("-c", "raise SystemExit(4)"), ended=codes.append)
    supervisor.wait_until(lambda: bool(codes))
    assert codes == [4]
    assert [child.name for child in supervisor.children] == ["lasting"]


def test_step_that_fails_says_so_and_a_good_one_goes_on(supervisor):
    supervisor.run("good", python("-c", "pass"))
    with pytest.raises(StepFailed, match=r"bad failed \(exit code 3\)"):
        supervisor.run("bad", python("-c", "raise SystemExit(3)"))


def killed_supervisor(data, *, death_signals):
    """A supervisor of its own process with one child, killed; returns the child."""
    switch_off = "" if death_signals else "processes._bound_to_parent = lambda number: None\n"
    program = (
        "import os, signal, sys; from pathlib import Path\n"
        "from wovepaper.embedded import processes\n"
        f"{switch_off}"
        "from wovepaper.supervisor import Supervisor, python\n"
        f"child = Supervisor(Path({str(data)!r})).start('orphan', python('-c', 'import time; time.sleep(600)'))\n"
        "print(child.process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    return int(ended.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_children_end_when_their_supervisor_is_killed(tmp_path):
    pid = killed_supervisor(tmp_path, death_signals=True)
    _gone, alive = psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=20)
    assert not alive


def test_orphans_of_this_folder_are_found_and_ended_and_others_left(tmp_path):
    ours = killed_supervisor(tmp_path / "ours", death_signals=False)
    others = killed_supervisor(tmp_path / "others", death_signals=False)
    try:
        assert end_leftovers(tmp_path / "ours") == 1
        assert not psutil.pid_exists(ours) or psutil.Process(ours).status() == psutil.STATUS_ZOMBIE
        assert psutil.Process(others).is_running()
        assert end_leftovers(tmp_path / "ours") == 0
    finally:
        os.kill(others, signal.SIGKILL)


def test_large_log_keeps_one_earlier_part_while_its_writer_goes_on(tmp_path):
    log = tmp_path / "web.log"
    with log.open("ab", buffering=0) as writer:
        writer.write(b"old" * 10)
        trim_logs(tmp_path, large=20)
        writer.write(b"new")
    assert log.read_bytes() == b"new"
    assert (tmp_path / "web.log.1").read_bytes() == b"old" * 10
