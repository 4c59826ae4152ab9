"""The Django app of the pages."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """URLs, views, forms and pages; it has no models."""

    name = "moderator.web"
    label = "web"
