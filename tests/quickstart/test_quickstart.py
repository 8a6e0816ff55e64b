"""`make run` from its first start to its last: one site goes through it all, as starting one takes seconds."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime

import psutil
import pytest

from tests.quickstart.site import PROJECT, Site
from tests.upstreams.arxiv import ArxivServer, record

pytestmark = pytest.mark.slow

CHILDREN = {
    r"granian": 11,
    r"celery -A wovepaper worker": 12,
    r"celery -A wovepaper beat": 13,
    r"index --follow": 14,
    r"postgres -D": 15,
    r"valkey-server": 16,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("a site") / "data with blanks"


@pytest.fixture(scope="module")
def first_start(folder):
    """What came of the first start in an empty folder, with nobody at arXiv's address, and of a second beside it."""
    site, seen = Site(folder), {}
    try:
        site.start_and_wait()
        seen["home"] = site.get("/")
        seen["papers"] = papers_on(site)
        second = Site(folder)
        second.terminal = folder.with_name("second.terminal")
        second.start()
        seen["second"] = second.end(), second.output
        seen["home after the second"] = site.get("/")
        site.signal_group(signal.SIGTERM)  # what `kill -TERM -GROUP` and service managers do
        seen["end"] = site.end()
        assert_nothing_is_left(site)
        seen["site"] = site
        yield seen
    finally:
        site.kill_everything()


@pytest.fixture
def site(folder, first_start):
    """The same site, to be started again."""
    site = Site(folder)
    yield site
    site.kill_everything()


@pytest.fixture
def fresh(tmp_path):
    made = []

    def make(**settings):
        made.append(Site(tmp_path / "fresh", **settings))
        return made[-1]

    yield make
    for site in made:
        site.kill_everything()


def assert_nothing_is_left(site):
    _gone, alive = psutil.wait_procs(site.processes(), timeout=20)
    assert not alive, [" ".join(process.cmdline()) for process in alive]


def papers_on(site):
    """As a command by hand sees them, with no address given: so this tests that too."""
    environment = {name: value for name, value in site.environment.items() if name != "SECRET_KEY"}
    program = "from papers.models import Paper; print(Paper.objects.count())"
    counted = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", program],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert counted.returncode == 0, counted.stderr
    return int(counted.stdout.split()[-1])


def test_first_start_without_arxiv_names_its_steps_and_serves_the_sample(first_start, folder):
    output = first_start["site"].output
    for step in ("Starting Postgres", "Starting Valkey", "Migrating", "does not answer", "sample corpus", "word index"):
        assert step in output
    assert f"http://127.0.0.1:{first_start['site'].port}" in output
    assert first_start["home"][0] == 200
    assert first_start["papers"] > 100
    assert (folder / "secret-key").stat().st_mode & 0o777 == 0o600
    assert first_start["end"] == 143


def test_second_run_beside_it_says_where_the_first_is_and_disturbs_nothing(first_start):
    code, output = first_start["second"]
    assert code == 3
    assert str(first_start["site"].process.pid) in output
    assert f"http://127.0.0.1:{first_start['site'].port}" in output
    assert first_start["home after the second"][0] == 200


def test_later_start_skips_what_is_done_and_ctrl_c_ends_it(site):
    site.start_and_wait()
    assert "Migrating" not in site.output
    assert "sample" not in site.output
    assert site.get("/")[0] == 200
    site.signal_group(signal.SIGINT)
    assert site.end() == 130
    assert_nothing_is_left(site)


@pytest.mark.parametrize("victim", CHILDREN)
def test_end_of_one_child_ends_all_and_is_told(site, victim):
    site.start_and_wait()
    site.child(victim).kill()
    assert site.end() == CHILDREN[victim]
    assert "ended by itself (killed by SIGKILL)" in site.output
    assert_nothing_is_left(site)


def test_start_works_after_everything_was_killed(site):
    site.start_and_wait()
    before = papers_on(site)
    victims = [psutil.Process(site.process.pid), *site.processes()]
    for victim in victims:
        with suppress(psutil.NoSuchProcess):
            victim.kill()
    site.process.wait()
    site.start_and_wait()
    assert site.get("/")[0] == 200
    assert papers_on(site) == before
    site.signal_group(signal.SIGTERM)
    assert site.end() == 143


def test_start_works_after_the_supervisor_alone_was_killed(site):
    site.start_and_wait()
    os.kill(site.process.pid, signal.SIGKILL)
    site.process.wait()
    site.start_and_wait()
    assert site.get("/")[0] == 200
    site.signal_group(signal.SIGTERM)
    assert site.end() == 143
    assert_nothing_is_left(site)


def test_stop_at_any_step_of_the_first_start_leaves_nothing_running_and_the_next_one_completes(fresh):
    site = fresh()
    for step in ("Starting Postgres", "Migrating", "Loading the sample", "word index"):
        site.start()
        site.wait_for(lambda step=step: step in site.output, step)
        site.signal_group(signal.SIGTERM)
        assert site.end() == 143
        assert_nothing_is_left(site)
    site.start_and_wait()
    assert papers_on(site) > 100


def test_with_arxiv_the_newest_days_fill_in_while_the_site_runs(fresh):
    today = datetime.now(UTC).date().isoformat()
    papers = [record(f"2401.{number:05}", title=f"Paper number {number}", update_date=today) for number in range(1, 31)]
    with ArxivServer(records=papers) as arxiv:
        site = fresh(oai_url=arxiv.oai_url)
        site.start_and_wait()
        assert "arXiv answers" in site.output
        assert "sample" not in site.output
        site.wait_for(lambda: site.get("/papers/2401.00030")[0] == 200, "the last paper's page")
        assert papers_on(site) == 30
        site.signal_group(signal.SIGTERM)
        assert site.end() == 143


def test_taken_port_is_refused_with_advice(fresh, live_server):
    site = fresh(PORT=live_server.url.rsplit(":", 1)[1])
    site.start()
    assert site.end() == 1
    assert "Choose another: PORT=" in site.output
    assert_nothing_is_left(site)
