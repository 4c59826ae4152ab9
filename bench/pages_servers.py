"""The servers that pages.py measures, on the data in VAR_DIR.

`wsgi` is the site as `up` serves it; `asgi` the same with Django's own ASGI handler; `bare`
answers every request with the bytes of a file, without Django.
"""

from __future__ import annotations

import argparse
import os
import warnings
from pathlib import Path
from typing import Any, cast

from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

from moderator.live.feed import Feed
from moderator.live.hub import Hub
from moderator.live.responses import App, Receive, Scope, Send
from moderator.server.http import Server, config_for


def wsgi(threads: int | None) -> App:
    django = get_wsgi_application()
    from moderator.server.bridge import THREADS, Bridge

    return Bridge(django, threads or THREADS)


def asgi() -> App:
    from django.conf import settings

    # Each request may run in a new thread, whose database connection would never be closed.
    settings.DATABASES["default"]["CONN_MAX_AGE"] = 0
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    return cast(App, get_asgi_application())


def bare(file: Path) -> App:
    body = file.read_bytes()
    headers = [(b"content-type", b"text/html"), (b"content-length", b"%d" % len(body))]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app


def serve(app: App, hub: Hub, port: int) -> None:
    Server(config_for(app, port=port), hub).run()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["wsgi", "asgi", "bare"])
    parser.add_argument("port", type=int)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--file", type=Path)
    given: Any = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderator.settings")
    hub = Hub(lambda group, audience: None)
    if given.kind == "bare":
        serve(bare(given.file), hub, given.port)
        return
    pages = wsgi(given.threads) if given.kind == "wsgi" else asgi()
    serve(Feed(hub, lambda path, cookies: None, pages, lambda: ["127.0.0.1"]), hub, given.port)


if __name__ == "__main__":
    main()
