"""A device with passkeys, as WebAuthn says: it makes them, and signs what a site asks for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from django.test import Client

ORIGIN = "http://localhost"
SIGN_IN, OWN = "/sign-in/passkey/", "/sign-in/passkeys/"
PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey; `wrong` says what a device or browser does differently from what it should."""

    def __init__(self, credential_id: bytes = b"one of a kind") -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = credential_id
        self.user = b""
        self.counter = 0

    def made(self, options: Mapping[str, Any], **wrong: Any) -> str:
        """The browser's answer to the options for a new passkey."""
        from fido2.cose import ES256
        from fido2.utils import websafe_decode
        from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData

        asked = options["publicKey"]
        self.user = websafe_decode(asked["user"]["id"])
        key = ES256.from_cryptography_key(self.key.public_key())
        credential = AttestedCredentialData.create(Aaguid.NONE, self.id, key)
        data = self._data(asked["rp"]["id"], WITH_KEY, credential, wrong)
        attested = AttestationObject.create("none", data, {})
        client = _client_data("webauthn.create", asked, wrong)
        return self._answer({"clientDataJSON": client, "attestationObject": attested})

    def signed(self, options: Mapping[str, Any], **wrong: Any) -> str:
        """The browser's answer to the options for signing in."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec

        asked = options["publicKey"]
        self.counter = wrong.get("counter", self.counter + 1)
        data = self._data(asked["rpId"], 0, b"", wrong)
        client = _client_data("webauthn.get", asked, wrong)
        text = data + sha256(client).digest()
        signature = wrong.get("key", self.key).sign(text, ec.ECDSA(hashes.SHA256()))
        answer = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._answer(answer | {"userHandle": wrong.get("user", self.user)})

    def _data(self, rp: str, flags: int, credential: bytes, wrong: Mapping[str, Any]) -> bytes:
        from fido2.webauthn import AuthenticatorData

        rp_hash = sha256(wrong.get("rp", rp).encode()).digest()
        flags |= wrong.get("flags", PRESENT | VERIFIED)
        return AuthenticatorData.create(rp_hash, flags, self.counter, credential)

    def _answer(self, response: Mapping[str, bytes]) -> str:
        from fido2.utils import websafe_encode

        name = websafe_encode(self.id)
        encoded = {key: websafe_encode(value) for key, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": encoded})


def _client_data(kind: str, asked: Mapping[str, Any], wrong: Mapping[str, Any]) -> bytes:
    from fido2.webauthn import CollectedClientData

    origin, challenge = wrong.get("origin", ORIGIN), wrong.get("challenge", asked["challenge"])
    return CollectedClientData.create(wrong.get("kind", kind), challenge, origin)


def browser() -> Client:
    """One that has the site's page open at an address where passkeys work."""
    return Client(headers={"host": "localhost"})


def ask(at: Client, url: str) -> dict[str, Any]:
    """What the site asks the browser for."""
    response = at.post(url, {"ask": ""})
    assert response.status_code == 200, response.content
    found: dict[str, Any] = response.json()
    return found


def add(at: Client, device: Authenticator, name: str = "my phone", **wrong: Any) -> HttpResponse:
    answer = device.made(ask(at, OWN), **wrong)
    return at.post(OWN, {"name": name, "credential": answer})


def sign_in(at: Client, device: Authenticator, to: str = "", **wrong: Any) -> HttpResponse:
    answer = device.signed(ask(at, SIGN_IN), **wrong)
    return at.post(SIGN_IN, {"credential": answer, "next": to})
