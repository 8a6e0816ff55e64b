"""The wish to stop comes through, at once or at the end of what must not be cut."""

import os
import signal

import pytest

from wovepaper.stopping import SIGNALS, Stopped, StopSignals


@pytest.fixture
def signals():
    before = {number: signal.getsignal(number) for number in SIGNALS}
    listening = StopSignals()
    listening.listen()
    yield listening
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
def test_signal_stops_at_once_and_tells_which(signals, number):
    with pytest.raises(Stopped) as stopped:
        os.kill(os.getpid(), number)
    assert stopped.value.number == number


def test_second_signal_does_not_disturb_the_stop(signals):
    with pytest.raises(Stopped):
        os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGINT)


def test_signal_amid_something_held_comes_at_its_end(signals):
    done = []
    with pytest.raises(Stopped), signals.hold():
        os.kill(os.getpid(), signal.SIGTERM)
        done.append("all")
    assert done == ["all"]


def test_nothing_on_the_way_takes_it_for_an_error(signals):
    with pytest.raises(Stopped):
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except Exception:
            pytest.fail("taken for an error")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_wish_that_python_dropped_is_told_again(signals):
    class Cleaning:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGTERM)

    Cleaning()  # an exception in a finaliser is dropped
    with pytest.raises(Stopped):
        signals.check()
