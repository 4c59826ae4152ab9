"""The site's URLs. Those that end in `/feed` are served before Django (server/asgi.py)."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("moderator.web.urls")),
    path("", include("moderator.server.urls")),
]

handler400 = "moderator.web.core.errors.bad_request"
handler404 = "moderator.web.core.errors.not_found"
handler500 = "moderator.web.core.errors.server_error"
