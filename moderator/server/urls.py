"""URLs for load balancers and monitoring."""

from __future__ import annotations

from django.urls import path

from moderator.server import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
]
