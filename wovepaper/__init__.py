"""The project: the only place that knows every app."""

from wovepaper.celery import app as celery_app

__all__ = ["celery_app"]
