"""Papers that came in as a harvest brings them."""

from tests.machines.conftest import held, record

__all__ = ["held", "record"]
