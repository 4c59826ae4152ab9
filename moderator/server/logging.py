"""Log formatters that keep names, codes, links and PINs out of the log."""

from __future__ import annotations

import json
import logging
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

# Their messages are about files, programs and servers. Messages of others may quote what somebody
# typed, and PostgreSQL quotes the whole row: of those only the type and the place are logged.
SAFE_TO_QUOTE = (OSError, OperationalError, ImportError, AttributeError, NameError, RuntimeError)

requests = logging.getLogger("moderator.requests")


class RoutesForPaths(logging.Filter):
    """Replaces the path in Django's messages by the request's route ("c/<code>/")."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None:
            path = getattr(request, "path", None)
            if isinstance(record.args, tuple):
                record.args = tuple(route_of(request) if a == path else a for a in record.args)
        return True


class Plain(logging.Formatter):
    """A line for people; an exception without what it quotes."""

    def formatException(self, ei: Raised) -> str:
        """The traceback's places, and the exception's type."""
        return "\n".join(_error_lines(ei))


class Json(logging.Formatter):
    """A JSON object on each line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """`at`, `level`, `logger`, `message`; `error` as lines; a request's figures."""
        fields: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["error"] = _error_lines(record.exc_info)
        return json.dumps(fields | getattr(record, "figures", {}), ensure_ascii=False)


def requests_logged(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that logs a line for each request: method, route, status and time."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        response = get_response(request)
        route, took_ms = route_of(request), round((time.monotonic() - began) * 1000, 1)
        figures = {
            "method": request.method,
            "route": route,
            "status": response.status_code,
            "ms": took_ms,
        }
        line = "%s %s %s"
        extra = {"figures": figures}
        requests.info(line, request.method, route, response.status_code, extra=extra)
        return response

    return middleware


def route_of(request: HttpRequest) -> str:
    """The request's route, which has the kinds of its parts instead of codes."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "(no such page)"


def _error_lines(raised: Raised) -> list[str]:
    lines = []
    error: BaseException | None = raised[1]
    while error is not None:
        for frame in traceback.extract_tb(error.__traceback__):
            lines.append(f"  {frame.filename}:{frame.lineno} in {frame.name}")
        message = f": {error}" if isinstance(error, SAFE_TO_QUOTE) else ""
        lines.append(f"{type(error).__module__}.{type(error).__qualname__}{message}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return lines
