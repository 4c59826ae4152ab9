"""The site's URLs: those of all features. Those that end in `/feed` are served before Django
(server/asgi.py)."""

from __future__ import annotations

from django.urls import include, path

from moderator.core.feature import FEATURES

urlpatterns = [
    *(url for feature in FEATURES for url in feature.urls),
    # For load balancers and monitoring.
    path("", include("moderator.server.health")),
]

handler400 = "moderator.core.responses.bad_request"
handler404 = "moderator.core.responses.not_found"
handler500 = "moderator.core.responses.server_error"
