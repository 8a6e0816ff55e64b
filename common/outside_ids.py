"""What another source calls a thing of ours: as a value that pages link, and as the API's object of it."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Annotated, TypedDict, cast

from common.json_schema import About, Address


@dataclass(frozen=True, slots=True)
class OutsideId:
    """`source` in words; `url` is the source's own page."""

    source: str
    id: str
    url: str


class OutsideIdObject(TypedDict):
    """What another source calls it."""

    source: Annotated[str, About(example="OpenAlex")]
    id: str
    url: Address


def outside_id_objects(ids: Iterable[OutsideId]) -> list[OutsideIdObject]:
    return [cast(OutsideIdObject, asdict(one)) for one in ids]
