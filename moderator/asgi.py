"""The site as an ASGI application: the feed, and behind it Django."""

import os
import warnings
from typing import cast

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderator.settings")

# whitenoise's files: small, and read whole in a thread, which is what the warning warns of.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")

django = get_asgi_application()

# Only now: these read models, which Django has just loaded.
from moderator import live  # noqa: E402
from moderator.live.feed import App, Feed, closing  # noqa: E402
from moderator.live.hub import Hub  # noqa: E402
from moderator.web import frames  # noqa: E402

hub = Hub(closing(frames.render))
live.run(hub)
application = Feed(hub, frames.feed_access, cast(App, django), lambda: settings.ALLOWED_HOSTS)
