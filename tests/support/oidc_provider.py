"""A provider of OpenID Connect, as the specifications say: the code flow with PKCE. Whoever comes
to it is signed in at once."""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlencode, urlsplit

from tests.support.lti_platform import Answer, served

CLIENT, SECRET = "moderator-7", "a secret: with %, + and ü"


@cache
def key(name: str) -> Any:
    """A real key for each name, made once."""
    from joserfc.jwk import RSAKey

    return RSAKey.generate_key(2048, {"kid": name, "use": "sig", "alg": "RS256"})


def signed(claims: Mapping[str, Any], by: str, **head: str) -> str:
    from joserfc import jws

    header = {"alg": "RS256", "kid": by} | head
    return str(jws.serialize_compact(header, json.dumps(claims).encode(), key(by)))


@dataclass
class Provider:
    """`said`: claims of the ID token beside or instead of the usual; None leaves one out. `user`:
    of the page of claims. `about`: the same of its description. `token`: how a token is made of
    claims. `answers`: instead of the usual, by path. `asked`: what it was asked."""

    port: int = 0
    said: dict[str, Any] = field(default_factory=dict)
    user: dict[str, Any] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)
    signer: str = "first"
    token: Any = None
    answers: dict[str, Any] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def description(self) -> dict[str, Any]:
        usual = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/auth",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "userinfo_endpoint": f"{self.url}/me",
            "end_session_endpoint": f"{self.url}/end",
            "authorization_response_iss_parameter_supported": True,
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
        }
        return {name: one for name, one in (usual | self.about).items() if one is not None}

    def claims(self, nonce: str) -> dict[str, Any]:
        now = int(time.time())
        usual = {"iss": self.url, "aud": CLIENT, "sub": "person-1", "iat": now, "exp": now + 60}
        found = usual | {"nonce": nonce} | self.said
        return {name: one for name, one in found.items() if one is not None}

    def answer(self, method: str, path: str, headers: Any, body: str) -> Answer:
        parts = urlsplit(path)
        self.asked.append(f"{method} {parts.path}")
        if parts.path in self.answers:
            found: Answer = self.answers[parts.path]()
            return found
        if parts.path == "/.well-known/openid-configuration":
            return _json(200, self.description)
        if parts.path == "/keys":
            return _json(200, {"keys": [key(self.signer).as_dict(private=False)]})
        if parts.path == "/auth":
            return self._auth(dict(parse_qsl(parts.query)))
        if parts.path == "/token" and method == "POST":
            return self._token(headers, dict(parse_qsl(body)))
        if parts.path == "/me":
            is_ours = headers.get("Authorization", "") == "Bearer access"
            return _json(200, {"sub": "person-1"} | self.user) if is_ours else (401, {}, "")
        return 404, {}, ""

    def _auth(self, query: dict[str, str]) -> Answer:
        wanted = {"response_type": "code", "client_id": CLIENT, "code_challenge_method": "S256"}
        if any(query.get(name) != one for name, one in wanted.items()):
            return 400, {}, f"wrong: {query}"
        if "openid" not in query["scope"].split() or not query.get("nonce"):
            return 400, {}, f"wrong: {query}"
        code = str(uuid.uuid4())
        self.codes[code] = query
        back = {"code": code, "state": query["state"], "iss": self.url}
        return 302, {"Location": f"{query['redirect_uri']}?{urlencode(back)}"}, ""

    def _token(self, headers: Any, posted: Mapping[str, str]) -> Answer:
        given = posted.get("client_id"), posted.get("client_secret")
        if "token_endpoint_auth_methods_supported" not in self.about:  # then it is Basic
            given = tuple(map(unquote_plus, _basic(headers).split(":", 1)))
        if given != (CLIENT, SECRET):
            return _json(401, {"error": "invalid_client"})
        asked = self.codes.pop(posted.get("code", ""), None)  # it works once
        hashed = hashlib.sha256(posted.get("code_verifier", "").encode()).digest()
        challenge = urlsafe_b64encode(hashed).rstrip(b"=").decode()
        is_right = (
            asked is not None
            and posted.get("grant_type") == "authorization_code"
            and asked["code_challenge"] == challenge
            and asked["redirect_uri"] == posted.get("redirect_uri")
        )
        if asked is None or not is_right:
            return _json(400, {"error": "invalid_grant"})
        claims = self.claims(asked["nonce"])
        token = self.token(claims) if self.token else signed(claims, self.signer)
        of = {"access_token": "access", "token_type": "Bearer", "expires_in": 60}
        return _json(200, of | {"id_token": token})


def _basic(headers: Any) -> str:
    return b64decode(headers.get("Authorization", "").removeprefix("Basic ")).decode()


def _json(status: int, value: object) -> Answer:
    return status, {"Content-Type": "application/json"}, json.dumps(value)


@contextmanager
def running() -> Iterator[Provider]:
    """The provider, on a free port of this machine."""
    provider = Provider()
    with served(provider):
        yield provider
