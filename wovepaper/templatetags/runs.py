"""Filters for what the status page says of harvest runs."""

from pathlib import PurePath

from django import template

from harvest.models import HarvestRun

register = template.Library()


@register.filter
def window(run: HarvestRun) -> str:
    """What was asked for; of a file its name, as where it lies is nobody's business."""
    return " ".join(PurePath(word).name if "/" in word else word for word in run.window.split())
