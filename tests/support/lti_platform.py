"""A platform of LTI 1.3, as the specifications say: it signs launches, gives tokens to tools whose
assertions are right, lists the members of a course in pages, and keeps a gradebook."""

from __future__ import annotations

import html
import json
import re
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol
from urllib.parse import parse_qs, parse_qsl, urlsplit

CLAIM = "https://purl.imsglobal.org/spec/lti"
MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership"
INSTITUTION = "http://purl.imsglobal.org/vocab/lis/v2/institution/person"
NAMES = f"{CLAIM}-nrps/scope/contextmembership.readonly"
COLUMNS, SCORE = f"{CLAIM}-ags/scope/lineitem", f"{CLAIM}-ags/scope/score"
LISTED = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
COLUMN = "application/vnd.ims.lis.v2.lineitem+json"
COLUMN_LIST = "application/vnd.ims.lis.v2.lineitemcontainer+json"
SCORED = "application/vnd.ims.lis.v1.score+json"
ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
CLIENT, DEPLOYMENT = "client-7", "deployment-1"
PAGE = 2  # members on each page


@cache
def key(name: str) -> Any:
    """A real key for each name, made once."""
    from jwcrypto.jwk import JWK

    return JWK.generate(kty="RSA", size=2048, kid=name, alg="RS256", use="sig")


def signed(claims: Mapping[str, Any], by: str = "platform", kid: str = "platform") -> str:
    import jwt

    data = json.dumps(claims).encode()  # also claims that a library would refuse to sign
    return jwt.PyJWS().encode(
        data, key(by).get_op_key("sign"), algorithm="RS256", headers={"kid": kid, "typ": "JWT"}
    )


@dataclass
class Platform:
    """`said`: claims of the launches beside or instead of the usual; None leaves one out.
    `tool_keys`: the tool's key set. `closed`: paths that answer 500. `asked`: what it was asked."""

    port: int = 0
    said: dict[str, Any] = field(default_factory=dict)
    signer: str = "platform"
    members: list[dict[str, Any]] = field(default_factory=list)
    tool_keys: Mapping[str, Any] = field(default_factory=dict)
    columns: list[dict[str, Any]] = field(default_factory=list)
    scores: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    tokens: dict[str, set[str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    next_page: str = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def registration(self) -> dict[str, Any]:
        """What the tool's operator types."""
        return {
            "issuer": self.url,
            "client_id": CLIENT,
            "auth_login_url": f"{self.url}/auth",
            "auth_token_url": f"{self.url}/token",
            "key_set_url": f"{self.url}/jwks",
            "deployment_ids": [DEPLOYMENT],
        }

    def claims(self, nonce: str) -> dict[str, Any]:
        now = int(time.time())
        usual: dict[str, Any] = {
            "iss": self.url,
            "aud": CLIENT,
            "sub": "user-1",
            "iat": now,
            "exp": now + 60,
            "nonce": nonce,
            f"{CLAIM}/claim/message_type": "LtiResourceLinkRequest",
            f"{CLAIM}/claim/version": "1.3.0",
            f"{CLAIM}/claim/deployment_id": DEPLOYMENT,
            f"{CLAIM}/claim/target_link_uri": "http://testserver/lti/launch/",
            f"{CLAIM}/claim/resource_link": {"id": "link-1"},
            f"{CLAIM}/claim/context": {"id": "course-1", "title": "History 101"},
            f"{CLAIM}/claim/roles": [f"{MEMBERSHIP}#Learner"],
            f"{CLAIM}-nrps/claim/namesroleservice": {
                "context_memberships_url": f"{self.url}/names",
                "service_versions": ["2.0"],
            },
            f"{CLAIM}-ags/claim/endpoint": {
                "scope": [COLUMNS, SCORE],
                "lineitems": f"{self.url}/columns",
            },
        }
        return {name: one for name, one in (usual | self.said).items() if one is not None}

    def answer(self, method: str, path: str, headers: Any, body: str) -> Answer:
        parts = urlsplit(path)
        self.asked.append(f"{method} {parts.path}")
        query = dict(parse_qsl(parts.query))
        if parts.path in self.closed:
            return 500, {}, "closed"
        if parts.path == "/jwks":
            public = json.loads(key("platform").export_public())
            return _json(200, {"keys": [public]})
        if parts.path == "/auth":
            return self._auth(query)
        if parts.path == "/token":
            return self._token({name: one[0] for name, one in parse_qs(body).items()})
        if parts.path == "/elsewhere":
            return 302, {"Location": f"{self.url}/names"}, ""
        scopes = self.tokens.get(headers.get("Authorization", "").removeprefix("Bearer "), set())
        if parts.path == "/names":
            return self._names(query) if NAMES in scopes else (401, {}, "")
        if parts.path == "/columns":
            return self._columns(method, headers, body) if COLUMNS in scopes else (401, {}, "")
        if found := re.fullmatch(r"/columns/(\d+)/scores", parts.path):
            return self._score(found[1], headers, body) if SCORE in scopes else (401, {}, "")
        return 404, {}, ""

    def _auth(self, query: Mapping[str, str]) -> Answer:
        """The page that posts the launch by itself."""
        wanted = {"scope": "openid", "response_type": "id_token", "response_mode": "form_post"}
        wanted |= {"prompt": "none", "client_id": CLIENT, "login_hint": "hint-1"}
        if any(query.get(name) != one for name, one in wanted.items()):
            return 400, {}, f"wrong: {query}"
        if not query.get("redirect_uri", "").endswith("/lti/launch/") or not query.get("nonce"):
            return 400, {}, f"wrong: {query}"
        token = signed(self.claims(query["nonce"]), self.signer)
        fields = {"state": query["state"], "id_token": token}
        inputs = "".join(
            f'<input type="hidden" name="{name}" value="{html.escape(one)}">'
            for name, one in fields.items()
        )
        form = f'<form method="post" action="{html.escape(query["redirect_uri"])}">{inputs}</form>'
        script = "<script>document.forms[0].submit()</script>"
        return 200, {"Content-Type": "text/html"}, f"<!doctype html>{form}{script}"

    def _token(self, posted: Mapping[str, str]) -> Answer:
        import jwt

        if posted.get("grant_type") != "client_credentials":
            return _json(400, {"error": "unsupported_grant_type"})
        try:
            assert posted["client_assertion_type"] == ASSERTION
            text = posted["client_assertion"]
            kid = jwt.get_unverified_header(text)["kid"]
            (public,) = [one for one in self.tool_keys["keys"] if one["kid"] == kid]
            required = {"require": ["exp", "iat", "jti", "sub"]}
            claims = jwt.decode(
                text,
                jwt.PyJWK(public).key,
                algorithms=["RS256"],
                audience=f"{self.url}/token",
                issuer=CLIENT,
                options=required,
            )
            assert claims["sub"] == CLIENT
            assert claims["jti"] not in self.used
        except (AssertionError, KeyError, ValueError, jwt.PyJWTError) as error:
            return _json(400, {"error": "invalid_client", "error_description": repr(error)})
        self.used.add(claims["jti"])
        token, scopes = str(uuid.uuid4()), set(posted["scope"].split())
        if not scopes <= {NAMES, COLUMNS, SCORE}:
            return _json(400, {"error": "invalid_scope"})
        self.tokens[token] = scopes
        of = {"token_type": "Bearer", "expires_in": 3600, "scope": posted["scope"]}
        return _json(200, {"access_token": token, **of})

    def _names(self, query: Mapping[str, str]) -> Answer:
        first = int(query.get("from", "0"))
        page = {"id": f"{self.url}/names", "context": {"id": "course-1"}}
        page |= {"members": self.members[first : first + PAGE]}
        links = {}
        if first + PAGE < len(self.members):
            after = self.next_page or f"{self.url}/names?from={first + PAGE}"
            links = {"Link": f'<{after}>; rel="next"'}
        return _json(200, page, LISTED, **links)

    def _columns(self, method: str, headers: Any, body: str) -> Answer:
        if method == "GET":
            return _json(200, self.columns, COLUMN_LIST)
        made = json.loads(body)
        if headers["Content-Type"] != COLUMN or not {"label", "scoreMaximum"} <= set(made):
            return 400, {}, ""
        made |= {"id": f"{self.url}/columns/{len(self.columns)}"}
        self.columns.append(made)
        return _json(201, made, COLUMN)

    def _score(self, column: str, headers: Any, body: str) -> Answer:
        score = json.loads(body)
        needed = {"userId", "timestamp", "activityProgress", "gradingProgress"}
        if headers["Content-Type"] != SCORED or not needed <= set(score):
            return 400, {}, ""
        if not re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}\.\d+(Z|[+-]\d\d:\d\d)", score["timestamp"]):
            return 400, {}, ""
        if score["userId"] not in {one["user_id"] for one in self.members}:
            return 422, {}, "not in the course"
        self.scores[self.columns[int(column)]["label"], score["userId"]] = score
        return 204, {}, ""


Answer = tuple[int, dict[str, str], str]


def _json(status: int, value: object, kind: str = "application/json", **headers: str) -> Answer:
    return status, {"Content-Type": kind, **headers}, json.dumps(value)


def member(number: int, name: str, role: str = "Learner", **more: str) -> dict[str, Any]:
    """A member of the course."""
    first, _, last = name.partition(" ")
    names = {"given_name": first, "family_name": last, "name": name}
    roles = [f"{MEMBERSHIP}#{role}"]
    return {"user_id": f"user-{number}", "status": "Active", "roles": roles, **names, **more}


class Host(Protocol):
    port: int

    def answer(self, method: str, path: str, headers: Any, body: str) -> Answer: ...


@contextmanager
def running() -> Iterator[Platform]:
    """The platform, on a free port of this machine."""
    platform = Platform()
    with served(platform):
        yield platform


@contextmanager
def served(platform: Host) -> Iterator[None]:
    """The host answers on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            status, headers, text = platform.answer(self.command, self.path, self.headers, body)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text.encode())

        do_POST = do_GET

        def log_message(self, format: str, *args: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    platform.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
