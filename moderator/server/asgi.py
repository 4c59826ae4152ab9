"""The site as an ASGI application: the feed, and behind it Django's pages in threads."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderator.settings")

django = get_wsgi_application()

# Imported here because these need Django's models, which are loaded now.
from moderator import live  # noqa: E402
from moderator.live.cluster import ClusterListener  # noqa: E402
from moderator.live.feed import Feed, closing_old_connections  # noqa: E402
from moderator.live.hub import Hub  # noqa: E402
from moderator.play.databases import pubsub  # noqa: E402
from moderator.server.http.bridge import Bridge  # noqa: E402
from moderator.web.feed import frames  # noqa: E402
from moderator.web.feed.audiences import feed_access  # noqa: E402
from moderator.web.feed.publishing import report_presence  # noqa: E402

hub = Hub(closing_old_connections(frames.render))
live.run(hub)
application = Feed(
    hub,
    feed_access,
    Bridge(django),
    lambda: settings.ALLOWED_HOSTS,
    cluster=ClusterListener(hub, pubsub.notices_of_others),
    report=report_presence,
)
