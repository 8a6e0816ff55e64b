"""The reader of printed affiliations over the names of all institutions held; built once, anew when they change."""

from harvest.linking.batch import read_nothing
from harvest.linking.places import ReadString


def reader() -> ReadString:
    """What reads a string; reads nothing while no institutions are loaded."""
    return read_nothing
