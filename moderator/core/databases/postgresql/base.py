"""Decides when a thread must not reuse its connection for the next request."""

from __future__ import annotations

import selectors
import time
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn

from moderator.core.databases import RELEASE

ANSWER_S = 3.0


class DatabaseWrapper(base.DatabaseWrapper):
    """Django asks `is_usable` before a request's first query (CONN_HEALTH_CHECKS)."""

    def get_connection_params(self) -> dict[str, Any]:
        return {"application_name": RELEASE, **super().get_connection_params()}

    def is_usable(self) -> bool:
        """Whether the server answers soon.

        A server that hangs still accepts queries. Django's own check has no timeout, so every
        thread would wait for it.
        """
        if self.connection is None:
            return False
        try:
            return _answers(self.connection.pgconn, time.monotonic() + ANSWER_S)
        except psycopg.Error:
            return False


def _answers(connection: PGconn, until: float) -> bool:
    connection.send_query(b"SELECT 1")
    connection.flush()
    answer = False
    with selectors.DefaultSelector() as selector:
        selector.register(connection.socket, selectors.EVENT_READ)
        while True:
            while connection.is_busy():
                left_s = until - time.monotonic()
                if left_s <= 0 or not selector.select(left_s):
                    return False
                connection.consume_input()
            result = connection.get_result()
            if result is None:
                return answer
            answer = result.status == ExecStatus.TUPLES_OK
