"""Keeps codes and links out of the log."""

import logging


class RoutesForPaths(logging.Filter):
    """Shows the route of a request ("c/<code>/") where Django's message holds the path."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if request is not None:
            match = getattr(request, "resolver_match", None)
            path = getattr(request, "path", None)
            route = f"/{match.route}" if match else "(no such page)"
            if isinstance(record.args, tuple):
                record.args = tuple(route if arg == path else arg for arg in record.args)
        return True
