"""Every page's address, and nothing else."""

from __future__ import annotations

from django.urls import path, register_converter

from moderator.web import errors
from moderator.web.codes import CodeConverter

register_converter(CodeConverter, "code")

urlpatterns = [
    path("healthz", errors.healthz, name="healthz"),
    # The chart, the student's page and the console.
]
