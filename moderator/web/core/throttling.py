"""Guessing made slow, for a person, an address, and a class or an account. Why so, and how much
a guesser wins: docs/decisions/0007.

Codes lead in whenever they are right; only wrong ones are slowed. PINs, passwords and one-time
codes wait during a pause, right ones too. Joining is never counted.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from moderator.play import services
from moderator.play.models import Classroom, Group
from moderator.play.services import RateLimit, RateLimitKey

HOUR_S = 60 * 60
TOO_MANY = 429

CODE_BY_PERSON = RateLimit("code by person", free=20, longest_s=HOUR_S // 4)
CODE_BY_ADDRESS = RateLimit("code by address", free=100, longest_s=HOUR_S // 4)
# A whole school may share an address, and the console of a class must not stay shut for long.
PIN_BY_PERSON = RateLimit("PIN by person", free=10, longest_s=HOUR_S // 4)
PIN_BY_ADDRESS = RateLimit("PIN by address", free=60, longest_s=HOUR_S // 12)
PIN_AT_CLASS = RateLimit("PIN at class", free=20, longest_s=HOUR_S // 12)

SIGN_IN_BY_PERSON = RateLimit("sign-in by person", free=10, longest_s=HOUR_S // 4)
SIGN_IN_BY_ADDRESS = RateLimit("sign-in by address", free=60, longest_s=HOUR_S // 4)
SIGN_IN_AT_ACCOUNT = RateLimit(
    "sign-in at account", free=10, longest_s=HOUR_S, forgotten_s=24 * HOUR_S
)
# A browser that has signed in to the account before has a tally of its own: strangers can't
# keep an instructor out by typing wrong passwords.
SIGN_IN_KNOWN = RateLimit(
    "sign-in, known browser", free=10, longest_s=HOUR_S, forgotten_s=24 * HOUR_S
)
PASSWORD_AGAIN = RateLimit("password again", free=5, longest_s=HOUR_S // 4)
# Six digits: who has the password already gets one guess a day in the end.
SECOND_FACTOR = RateLimit(
    "second factor", free=5, longest_s=24 * HOUR_S, forgotten_s=30 * 24 * HOUR_S
)

_SECRETS = {"code", "token"}  # what addresses call the parts that somebody may guess


def address_of(request: HttpRequest) -> str:
    """Where the request came from; of IPv6 the network, for each house has 2**64 addresses."""
    text: str = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ip_network((int(address), 64), strict=False))


def by(request: HttpRequest, person: RateLimit, address: RateLimit) -> list[RateLimitKey]:
    """The person, where a session tells one from another, and the address."""
    tallies = [RateLimitKey(address, address_of(request))]
    if request.session.session_key:
        tallies.append(RateLimitKey(person, request.session.session_key))
    return tallies


def pin_tallies(
    request: HttpRequest, place: Classroom | Group | None, typed: str
) -> list[RateLimitKey]:
    """Where a PIN's tries are counted. A code of no class is one place, however it is typed."""
    at = str(place.pk) if isinstance(place, Classroom) else f"no class {typed}"
    return [*by(request, PIN_BY_PERSON, PIN_BY_ADDRESS), RateLimitKey(PIN_AT_CLASS, at)]


def sign_in_tallies(
    request: HttpRequest, username: str, browser: str
) -> tuple[list[RateLimitKey], RateLimitKey]:
    """Where tries to sign in are counted, and which of these begins anew after a right one.

    Args:
        browser: what the browser is known by at this account; empty for a strange one.
    """
    if browser:
        own = RateLimitKey(SIGN_IN_KNOWN, browser)
        return [own], own
    account = RateLimitKey(SIGN_IN_AT_ACCOUNT, unicodedata.normalize("NFKC", username))
    return [*by(request, SIGN_IN_BY_PERSON, SIGN_IN_BY_ADDRESS), account], account


def wait(response: HttpResponse, wait_s: int) -> HttpResponse:
    """The answer during a pause."""
    response.status_code = TOO_MANY
    response.headers["Retry-After"] = str(wait_s)
    return response


def wait_text(wait_s: int) -> str:
    """How long somebody has to wait, in words."""
    minutes = -(-wait_s // 60)
    return ngettext(
        "Too many wrong tries. Wait a minute, then try again.",
        "Too many wrong tries. Wait %(minutes)d minutes, then try again.",
        minutes,
    ) % {"minutes": minutes}


def are_codes_slowed(request: HttpRequest) -> bool:
    """Whether codes have to be typed exactly now: each look-alike would be one more guess."""
    tallies = by(request, CODE_BY_PERSON, CODE_BY_ADDRESS)
    return services.pause_left_s(tallies) > 0


def wrong_codes(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Count answers that say that a code or a link is wrong: a page that isn't there is one too.

    In a pause they become 429. The page stays as it is: it says to look at the code again, and
    a right one leads in at once.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if _is_wrong(request, response):
            wait_s = services.try_begin(by(request, CODE_BY_PERSON, CODE_BY_ADDRESS))
            if wait_s:
                wait(response, wait_s)
        return response

    return middleware


def _is_wrong(request: HttpRequest, response: HttpResponse) -> bool:
    match = request.resolver_match
    if match is None:
        return False
    if match.url_name == "home":
        return response.status_code == 422 and bool(request.GET.get("code"))
    return response.status_code == 404 and not _SECRETS.isdisjoint(match.kwargs)
