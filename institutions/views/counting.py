"""What of an institution an address asks for: `?parts=` with its parts or without, `?when=` people now or formerly."""

from django.http import Http404, HttpRequest


def without_parts(request: HttpRequest) -> bool:
    parts = request.GET.get("parts", "yes")
    if parts not in ("yes", "no"):
        raise Http404("Papers are counted with the parts of an institution, or without: parts=no.")
    return parts == "no"


def formerly_there(request: HttpRequest) -> bool:
    when = request.GET.get("when", "now")
    if when not in ("now", "formerly"):
        raise Http404("Researchers are there now, or were formerly: when=formerly.")
    return when == "formerly"
