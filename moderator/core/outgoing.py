"""Requests to other hosts, by a library of the extras `lti` and `oidc`: not for long, not for much,
and to no other address than is asked for."""

from __future__ import annotations

import time
from typing import Any, TypeVar

import requests
from requests.adapters import HTTPAdapter
from urllib3.exceptions import HTTPError

WAIT_S = (4, 8)  # for a connection, and for each piece of an answer
LONGEST_S = 30  # for all requests of one page
MOST = 1 << 20  # bytes of an answer
_PIECE = 1 << 16

S = TypeVar("S", bound=requests.Session)


def limited(session: S) -> S:
    """The session, for one page: it follows no redirects, and uses no passwords from files of this
    machine."""
    session.trust_env = False
    for scheme in ("https://", "http://"):
        session.mount(scheme, _Limited())
    return session


class _Limited(HTTPAdapter):
    """Answers are read completely, within the limits."""

    def __init__(self) -> None:
        super().__init__()
        self.ends = time.monotonic() + LONGEST_S

    def send(self, request: Any, **kwargs: Any) -> requests.Response:
        self._check_time()
        response = super().send(request, **kwargs | {"timeout": WAIT_S, "stream": True})
        with response:
            if response.is_redirect:
                raise requests.TooManyRedirects
            try:
                response._content = self._body_of(response)
            except HTTPError as error:
                raise requests.ConnectionError(error) from error
        return response

    def _body_of(self, response: Any) -> bytes:
        body = b""
        while piece := response.raw.read1(_PIECE, decode_content=True):
            body += piece
            self._check_time()
            if len(body) > MOST:
                raise requests.ConnectionError("the answer is too large")
        return body

    def _check_time(self) -> None:
        if time.monotonic() > self.ends:
            raise requests.Timeout
