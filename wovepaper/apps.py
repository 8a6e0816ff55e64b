from django.apps import AppConfig


class WovepaperConfig(AppConfig):
    name = "wovepaper"
