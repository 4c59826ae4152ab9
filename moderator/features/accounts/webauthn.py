"""Passkeys (WebAuthn), with the library fido2, which only this module imports.

Nothing is stored between the options that a browser asks for and its answer: the challenge is in a
signed cookie for a few minutes, and works once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from struct import error as StructError
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.translation import gettext
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
)

from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.responses import cookie_set
from moderator.core.text import name_read
from moderator.core.throttling import RateLimitKey, once, try_begin
from moderator.features.accounts.models import PASSKEY_NAME_LETTERS, Passkey

COOKIE = f"{settings.COOKIE_PREFIX}passkey"
CHALLENGE_S = 5 * 60
MOST_PASSKEYS = 20
MOST_LETTERS = 10_000  # of a browser's answer
_SALT = "moderator.accounts.passkey"
_ONCE = once("passkey challenge", CHALLENGE_S)
_REQUIRED = "required"
# What the library raises for answers that aren't as they should be; it doesn't check all types.
_BROKEN = (
    *(ValueError, TypeError, LookupError, AttributeError),
    *(AssertionError, ArithmeticError, RuntimeError, StructError),
)


def options(request: HttpRequest, owner: User | None = None) -> JsonResponse:
    """What the browser needs to make a passkey for the owner; without one, to sign in."""
    server = _server(request)
    if owner:
        user = PublicKeyCredentialUserEntity(
            id=_handle(owner), name=owner.username, display_name=owner.username
        )
        packed = owner.passkeys.values_list("credential", flat=True)
        known = [AttestedCredentialData(bytes(one)) for one in packed]
        asked, state = server.register_begin(user, known, _REQUIRED, user_verification=_REQUIRED)
    else:
        asked, state = server.authenticate_begin(user_verification=_REQUIRED)
    response = JsonResponse(dict(asked))
    value = signing.dumps([state["challenge"], owner.pk if owner else 0], salt=_SALT)
    cookie_set(response, COOKIE, value, CHALLENGE_S, "Strict")
    return response


def passkey_add(request: HttpRequest, owner: User, name: str, answer: str) -> None:
    """Store the passkey that the browser has made, under a name of the owner's own."""
    name = name_read(name, PASSKEY_NAME_LETTERS)
    with _refused():
        made = _server(request).register_complete(_state(request, owner.pk), _read(answer))
        credential = made.credential_data
        with transaction.atomic():
            User.objects.select_for_update().get(pk=owner.pk)
            if owner.passkeys.count() >= MOST_PASSKEYS:
                raise InvalidInput(gettext("Remove a passkey first: there are too many."))
            _, is_new = Passkey.objects.get_or_create(
                id_hash=_id_hash(credential.credential_id),
                defaults={
                    "user": owner,
                    "name": name,
                    "credential": bytes(credential),
                    "counter": made.counter,
                    "added": timezone.now(),
                },
            )
            if not is_new:
                raise InvalidInput(gettext("This passkey is here already."))
            record(Kind.PASSKEY_ADDED)


def passkey_of(answer: str) -> Passkey | None:
    """The passkey that the browser's answer says it is from, before anything is verified."""
    try:
        found = AuthenticationResponse.from_dict(_read(answer))
    except _BROKEN:
        return None
    passkeys = Passkey.objects.select_related("user").filter(user__is_active=True)
    return passkeys.filter(id_hash=_id_hash(found.raw_id)).first()


def passkey_use(request: HttpRequest, passkey: Passkey | None, answer: str) -> User:
    """Whom the answer signs in.

    Verified are the challenge, the site, that the device has verified the person, the signature,
    and that the counter has grown, which it doesn't in a copy of the key.
    """
    with _refused():
        if passkey is None:
            raise ValueError("unknown")
        found = AuthenticationResponse.from_dict(_read(answer))
        known = [AttestedCredentialData(bytes(passkey.credential))]
        _server(request).authenticate_complete(_state(request, 0), known, found)
        if found.response.user_handle != _handle(passkey.user):
            raise ValueError("another account's")
        counter = found.response.authenticator_data.counter
        own = Passkey.objects.filter(pk=passkey.pk)
        fresh = own.filter(counter__lt=counter) if counter else own.filter(counter=0)
        if not fresh.update(counter=counter, used=timezone.now()):
            raise ValueError("used elsewhere")
        return passkey.user


def _server(request: HttpRequest) -> Any:
    host = request.get_host()
    rp = PublicKeyCredentialRpEntity(name="Moderator", id=split_domain_port(host)[0])
    origin = f"{request.scheme}://{host}"
    return Fido2Server(rp, "none", verify_origin=lambda named: named == origin)


def _state(request: HttpRequest, owner_pk: int) -> dict[str, str]:
    """The challenge that this browser was given, which is used up."""
    signed = request.COOKIES.get(COOKIE, "")
    challenge, pk = signing.loads(signed, salt=_SALT, max_age=CHALLENGE_S)
    if pk != owner_pk or try_begin([RateLimitKey(_ONCE, challenge)]):
        raise ValueError("used, or another account's")
    return {"challenge": challenge, "user_verification": _REQUIRED}


def _read(answer: str) -> dict[str, Any]:
    if len(answer) > MOST_LETTERS:
        raise ValueError("too long")
    return dict(json.loads(answer))


def _handle(user: User) -> bytes:
    """By what a device tells this site's accounts apart; it says nothing about the person."""
    return sha256(f"{user.pk}\0{user.date_joined.isoformat()}".encode()).digest()


def _id_hash(credential_id: bytes) -> str:
    return sha256(credential_id).hexdigest()


@contextmanager
def _refused() -> Iterator[None]:
    """Refuse whatever is wrong with a browser's answer with the same sentence."""
    try:
        yield
    except InvalidInput:
        raise
    except (*_BROKEN, signing.BadSignature) as error:
        raise InvalidInput(
            gettext("That passkey doesn’t work here, or it took too long. Try again.")
        ) from error
