"""The school's provider of sign-ins, by OpenID Connect with the library Authlib: the code flow,
with PKCE. Only `school.py` imports it, when somebody signs in."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any
from urllib.parse import quote_plus

import requests
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext
from joserfc import jwt
from joserfc.errors import ExpiredTokenError, JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from moderator.core.errors import InvalidInput
from moderator.core.outgoing import limited
from moderator.features.accounts.models import ID_LETTERS
from moderator.settings import is_safe

# Signatures by the provider's own key; never one of those that take a secret, or none at all.
ALGORITHMS = [f"{kind}{bits}" for kind in ("RS", "PS", "ES") for bits in (256, 384, 512)]
CLOCKS_S = 120  # how far the provider's clock and ours may differ
KEPT_S = 10 * 60  # what it says about itself, and its keys, in each process
BASIC, POSTED = "client_secret_basic", "client_secret_post"
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
# Claims about this sign-in, which no other answer than the signed one may have.
OF_SIGN_IN = ("acr", "amr", "auth_time")
BROKEN = (
    *(requests.RequestException, AuthlibBaseError, JoseError),
    *(LookupError, TypeError, ValueError, AttributeError),
)
_CODE = re.compile(r"[a-z_]{1,40}")


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse what goes wrong with a sentence that says what to do."""
    try:
        yield
    except InvalidInput:
        raise
    except BROKEN as error:
        raise InvalidInput(_sentence(error)) from error


def _sentence(error: Exception) -> str:
    status = getattr(getattr(error, "response", None), "status_code", 500)
    if isinstance(error, requests.RequestException) and status >= 500:
        return gettext(
            "Your school’s sign-in doesn’t work at the moment. Try again in a few minutes. If you "
            "have to get in now, whoever runs this site can give you a one-time link."
        )
    claim = getattr(error, "claim", "")
    if isinstance(error, ExpiredTokenError) or claim in ("iat", "nbf"):
        return gettext(
            "The clocks of this site and of your school’s sign-in differ by more than two minutes. "
            "Tell whoever runs this site; a one-time link from them works meanwhile."
        )
    why = claim or getattr(error, "error", "")
    return gettext(
        "The answer of your school’s sign-in isn’t valid (%(why)s). Start again; if that doesn’t "
        "help, tell whoever runs this site."
    ) % {"why": why if _CODE.fullmatch(why) else type(error).__name__}


# What the provider says about itself.


def _asked(url: str, *, anew: bool = False) -> dict[str, Any]:
    """What this address of the provider answers, kept for a while."""
    key = sha256(f"provider {url}".encode()).hexdigest()
    found: dict[str, Any] | None = None if anew else cache.get(key)
    if found is None:
        response = limited(requests.Session()).get(url)
        response.raise_for_status()
        found = dict(response.json())
        cache.set(key, found, KEPT_S)
    return found


def _about() -> dict[str, Any]:
    """Its addresses and what it supports."""
    issuer = settings.OIDC_PROVIDER["issuer"]
    found = _asked(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
    if found["issuer"] != issuer:
        raise ValueError("another issuer")
    others = [found[one] for one in ("userinfo_endpoint", "end_session_endpoint") if one in found]
    if not all(map(is_safe, [*map(found.__getitem__, ENDPOINTS), *others])):
        raise ValueError("an address without HTTPS")
    return found


def _client(back: str) -> OAuth2Session:
    of = settings.OIDC_PROVIDER
    return limited(
        OAuth2Session(
            of["client_id"],
            of["client_secret"],
            scope=of["scopes"],
            redirect_uri=back,
            code_challenge_method="S256",
            token_endpoint_auth_method=POSTED,
            leeway=0,  # a token is used at once, however short it lasts
        )
    )


def _basic(about: Mapping[str, Any]) -> tuple[str, str] | None:
    """The name and password of this site, which is usual; None if they have to be in the form. The
    library doesn't escape them, as RFC 6749 wants it in section 2.3.1."""
    of = settings.OIDC_PROVIDER
    methods = about.get("token_endpoint_auth_methods_supported", BASIC)
    if POSTED in methods and BASIC not in methods:
        return None
    return quote_plus(of["client_id"]), quote_plus(of["client_secret"])


# A sign-in.


def begun(back: str) -> tuple[str, dict[str, str]]:
    """Where the browser has to go, and what it has to bring back with the answer at `back`."""
    kept = {name: secrets.token_urlsafe(32) for name in ("state", "nonce", "verifier")}
    more = {"nonce": kept["nonce"]}
    if levels := settings.OIDC_PROVIDER["require"].get("acr"):
        more["acr_values"] = " ".join(levels)
    with _refusing():
        about = _about()
        url, _ = _client(back).create_authorization_url(
            about["authorization_endpoint"],
            state=kept["state"],
            code_verifier=kept["verifier"],
            **more,
        )
    return url, kept


def claims_of(given: Mapping[str, str], kept: Mapping[str, str], back: str) -> dict[str, Any]:
    """What the provider says about who has signed in, once it has been checked.

    `end_session` is the address at which its own sign-in ends; empty without one.

    Raises:
        InvalidInput: the answer isn't from our provider, for this site and for this browser's
            sign-in, or the provider can't be asked.
    """
    if error := given.get("error"):
        raise InvalidInput(_denied(error))
    issuer = settings.OIDC_PROVIDER["issuer"]
    with _refusing():
        about = _about()
        says_who = about.get("authorization_response_iss_parameter_supported") is True
        if given.get("iss", "" if says_who else issuer) != issuer:
            raise InvalidInput(gettext("That answer is from another provider. Start again here."))
        client = _client(back)
        token = client.fetch_token(
            about["token_endpoint"],
            grant_type="authorization_code",
            code=given["code"],
            code_verifier=kept["verifier"],
            auth=_basic(about),
        )
        claims = _id_claims(token, kept["nonce"], about)
        subject = claims["sub"]
        if not (subject.isprintable() and 0 < len(subject) <= ID_LETTERS):
            raise ValueError("not a subject")
        if "userinfo_endpoint" in about and not _needed().issubset(claims):
            response = client.get(about["userinfo_endpoint"])
            response.raise_for_status()
            more = dict(response.json())
            if more["sub"] != subject:
                raise ValueError("about somebody else")
            claims = {key: one for key, one in more.items() if key not in OF_SIGN_IN} | claims
    return claims | {"end_session": about.get("end_session_endpoint", "")}


def _denied(error: str) -> str:
    code = error if _CODE.fullmatch(error) else "error"
    return gettext(
        "You weren’t signed in there (%(why)s). Try again, or sign in with an account of this site."
    ) % {"why": code}


def _needed() -> set[str]:
    of = settings.OIDC_PROVIDER
    needed = {*of["require"]} - {*OF_SIGN_IN}
    needed |= {"email_verified"} if "email" in needed else set()
    return needed | ({"preferred_username"} if of["new_accounts"] else set())


def _decoded(text: str, keys: Any) -> jwt.Token:
    registry = JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
    return jwt.decode(text, KeySet.import_key_set(keys), registry=registry)


def _id_claims(token: Any, nonce: str, about: Mapping[str, Any]) -> dict[str, Any]:
    """The claims of the ID token: signed by the provider, for this site and this sign-in, now."""
    of = settings.OIDC_PROVIDER
    try:
        decoded = _decoded(token["id_token"], _asked(about["jwks_uri"]))
    except JoseError:  # perhaps it signs with a new key
        decoded = _decoded(token["id_token"], _asked(about["jwks_uri"], anew=True))
    claims = CodeIDToken(
        decoded.claims,
        decoded.header,
        {"iss": {"values": [of["issuer"]]}, "aud": {"values": [of["client_id"]]}},
        {
            "nonce": nonce,
            "client_id": of["client_id"],
            "access_token": token.get("access_token"),
        },
    )
    claims.validate(leeway=CLOCKS_S)
    return dict(claims)
