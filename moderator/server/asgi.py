"""The site as an ASGI application: the feed, and behind it Django's pages in threads."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from moderator import live
from moderator.core import frames
from moderator.core.audiences import feed_access, is_instructor
from moderator.core.cache import forget_all
from moderator.core.publishing import notices_of_others, presence_store
from moderator.core.sessions import sessions_over
from moderator.live.feed import Feed, closing_old_connections, session_of
from moderator.live.hub import ClusterListener, Hub
from moderator.live.responses import Scope
from moderator.server.bridge import Bridge

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderator.settings")

django = get_wsgi_application()

hub = Hub(frames.render, in_thread=closing_old_connections)
live.run(hub)


def _is_instructor(scope: Scope) -> bool:
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return is_instructor({settings.SESSION_COOKIE_NAME: session_of(cookies)})


application = Feed(
    hub,
    feed_access,
    Bridge(django, is_instructor=closing_old_connections(_is_instructor)),
    lambda: settings.ALLOWED_HOSTS,
    cluster=ClusterListener(hub, notices_of_others, forget_all),
    report=presence_store,
    sessions_over=sessions_over,
)
