"""The site as an ASGI application: the feed, and behind it Django's pages in threads."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from moderator import live
from moderator.core import frames
from moderator.core.audiences import feed_access
from moderator.core.cache import forget_all
from moderator.core.databases import pubsub
from moderator.core.publishing import report_presence
from moderator.live.feed import Feed, closing_old_connections
from moderator.live.hub import ClusterListener, Hub
from moderator.server.bridge import Bridge

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderator.settings")

django = get_wsgi_application()

hub = Hub(frames.render, in_thread=closing_old_connections)
live.run(hub)
application = Feed(
    hub,
    feed_access,
    Bridge(django),
    lambda: settings.ALLOWED_HOSTS,
    cluster=ClusterListener(hub, pubsub.notices_of_others, forget_all),
    report=report_presence,
)
