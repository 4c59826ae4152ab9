"""The site's addresses. Those that end in `/feed` are answered before Django (asgi.py)."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [path("", include("moderator.web.urls"))]

handler400 = "moderator.web.errors.bad_request"
handler404 = "moderator.web.errors.not_found"
handler500 = "moderator.web.errors.broken"
