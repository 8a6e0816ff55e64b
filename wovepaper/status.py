"""What the status page and home say about how fresh the facts are and which parts work."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from harvest.models import HarvestRun


def freshness() -> HarvestRun | None:
    """The latest finished harvest."""
    return HarvestRun.objects.filter(state=HarvestRun.State.DONE).order_by("-finished_at").first()


def status(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/status.html", {"canonical": reverse("status"), "runs": HarvestRun.objects.all()[:10]})
