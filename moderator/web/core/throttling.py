"""Rate limits against guessing: by person, by IP address, by class and by account. The reasons,
and how much a guesser can win: docs/decisions/0007.

A right join code always works; only wrong ones are limited. PINs, passwords and one-time codes
have to wait during a pause, even right ones. Joins are not limited; but whoever joins in too large
a crowd, or a class that is complete, needs the instructor's approval:
`moderator/play/services/joining.py`.
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
# A browser that has signed in to the account before has its own rate limit: strangers can't
# lock an instructor out by typing wrong passwords.
SIGN_IN_KNOWN = RateLimit(
    "sign-in, known browser", free=10, longest_s=HOUR_S, forgotten_s=24 * HOUR_S
)
PASSWORD_AGAIN = RateLimit("password again", free=5, longest_s=HOUR_S // 4)
# A code has only six digits: somebody with the password ends up with one guess a day.
SECOND_FACTOR = RateLimit(
    "second factor", free=5, longest_s=24 * HOUR_S, forgotten_s=30 * 24 * HOUR_S
)

_SECRETS = {"code", "token"}  # the URL parameters that somebody may guess


def address_of(request: HttpRequest) -> str:
    """The client's IP address; for IPv6 its /64 network, since each household has a whole one."""
    text: str = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or ip_network((int(address), 64), strict=False))


def visitor_keys(request: HttpRequest, person: RateLimit, address: RateLimit) -> list[RateLimitKey]:
    """The rate limit keys of a visitor: the IP address, and the session if there is one."""
    keys = [RateLimitKey(address, address_of(request))]
    if request.session.session_key:
        keys.append(RateLimitKey(person, request.session.session_key))
    return keys


def pin_keys(
    request: HttpRequest, place: Classroom | Group | None, typed: str
) -> list[RateLimitKey]:
    """The rate limit keys of a PIN: a group's code counts for its class, whose PINs it may open.

    An unknown code counts as one place however typed.
    """
    if isinstance(place, Group):
        at = str(place.classroom_id)
    else:
        at = str(place.pk) if place else f"no class {typed}"
    return [*visitor_keys(request, PIN_BY_PERSON, PIN_BY_ADDRESS), RateLimitKey(PIN_AT_CLASS, at)]


def sign_in_keys(
    request: HttpRequest, username: str, browser: str
) -> tuple[list[RateLimitKey], RateLimitKey]:
    """The rate limit keys of a sign-in, and which of them is reset by a successful one.

    Args:
        browser: the id of a browser known at this account; empty for an unknown one.
    """
    if browser:
        own = RateLimitKey(SIGN_IN_KNOWN, browser)
        return [own], own
    account = RateLimitKey(SIGN_IN_AT_ACCOUNT, unicodedata.normalize("NFKC", username))
    return [*visitor_keys(request, SIGN_IN_BY_PERSON, SIGN_IN_BY_ADDRESS), account], account


def too_many(response: HttpResponse, wait_s: int) -> HttpResponse:
    """Turn a response into 429 Too Many Requests."""
    response.status_code = TOO_MANY
    response.headers["Retry-After"] = str(wait_s)
    return response


def wait_text(wait_s: int) -> str:
    """The message that says how long to wait."""
    minutes = -(-wait_s // 60)
    return ngettext(
        "Too many wrong tries. Wait a minute, then try again.",
        "Too many wrong tries. Wait %(minutes)d minutes, then try again.",
        minutes,
    ) % {"minutes": minutes}


def are_codes_slowed(request: HttpRequest) -> bool:
    """Whether the visitor has to type codes exactly: each look-alike would be one more guess."""
    keys = visitor_keys(request, CODE_BY_PERSON, CODE_BY_ADDRESS)
    return services.pause_left_s(keys) > 0


def wrong_codes(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Count responses to wrong codes and links, including every 404 under such a URL.

    During a pause they become 429, with the same page: it says to check the code, and a right
    code still works at once.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if _is_wrong(request, response):
            wait_s = services.try_begin(visitor_keys(request, CODE_BY_PERSON, CODE_BY_ADDRESS))
            if wait_s:
                too_many(response, wait_s)
        return response

    return middleware


def _is_wrong(request: HttpRequest, response: HttpResponse) -> bool:
    match = request.resolver_match
    if match is None:
        return False
    if match.url_name == "home":
        return response.status_code == 422 and bool(request.GET.get("code"))
    return response.status_code == 404 and not _SECRETS.isdisjoint(match.kwargs)
