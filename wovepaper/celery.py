"""The Celery app. Tasks are found in each app's tasks.py; periodic jobs stand in schedule.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wovepaper.settings")

app = Celery("wovepaper")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
