"""Rate limits against guessing: by person, by IP address, by class and by account. The reasons,
and how much a guesser can win: docs/decisions/0007.

A right join code always works; only wrong ones are limited. PINs, passwords and one-time codes
have to wait during a pause, even right ones. Joins are not limited; but whoever joins in too large
a crowd, or a class that is complete, needs the instructor's approval:
`moderator/features/people/joining.py`.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import ngettext

from moderator.core.class_models import WrongTries
from moderator.core.events import Kind, record
from moderator.core.models import Classroom, Group

# Rate limits: wrong attempts are counted by account, browser or address, and then paused.

MOST_ROWS = 20_000
CLOCKS_S = 10  # how far the clocks of several hosts may differ
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How many wrong attempts are free, and the pause after each further one, which doubles."""

    name: str
    free: int
    longest_s: int
    first_s: int = 60
    forgotten_s: int = 60 * 60  # after a pause; then the count starts again at zero

    def pause_s(self, tries: int) -> int:
        """The pause after so many wrong attempts.

        >>> [RateLimit("x", free=3, longest_s=200).pause_s(tries) for tries in (2, 3, 4, 5, 500)]
        [0, 60, 120, 200, 200]
        """
        over = tries - self.free
        return 0 if over < 0 else min(self.first_s << min(over, 20), self.longest_s)


def once(name: str, lasts_s: int) -> RateLimit:
    """For what works once: a second try would have to wait until it is long over."""
    return RateLimit(name, free=1, longest_s=2 * lasts_s, first_s=2 * lasts_s)


@dataclass(frozen=True, slots=True)
class RateLimitKey:
    """What attempts are counted by: a rate limit, and an account, browser or address."""

    limit: RateLimit
    who: str

    @property
    def key(self) -> str:
        """The key in the database: a hash, so that it reveals no address and no account."""
        text = f"wrong tries\0{self.limit.name}\0{self.who}".encode("utf-8", "surrogatepass")
        return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()


def try_begin(keys: Iterable[RateLimitKey]) -> int:
    """Count an attempt by all of these keys before it is checked.

    So simultaneous attempts are all counted. A right one is uncounted with `try_was_right`.

    Returns: 0; or the seconds to wait, if any key is paused. Nothing is counted then.
    Cost: a read where one is paused, so a flood writes nothing; else one transaction.
    """
    limits = {key.key: key.limit for key in keys}
    wait_s = _paused_s(limits)
    if wait_s:
        return wait_s
    with transaction.atomic():
        stored = {*WrongTries.objects.filter(key__in=limits).values_list("key", flat=True)}
        _add(sorted(limits.keys() - stored))
        # Always locked in the same order, so that there is no deadlock.
        rows = list(WrongTries.objects.select_for_update().filter(key__in=limits).order_by("key"))
        now = timezone.now()
        wait_s = max((_left_s(limits[row.key], row.paused_until, now) for row in rows), default=0)
        if not wait_s:
            for row in rows:
                _count(row, limits[row.key], now)
    if limits.keys() - stored:
        _clean()
    return wait_s


def _paused_s(limits: Mapping[str, RateLimit]) -> int:
    """Seconds left of the longest pause under these limits, by key; 0 if none is paused."""
    now = timezone.now()
    paused = WrongTries.objects.filter(key__in=list(limits), paused_until__gt=now)
    ends = paused.values_list("key", "paused_until")
    return max((_left_s(limits[key], end, now) for key, end in ends), default=0)


@transaction.atomic
def try_was_right(keys: Iterable[RateLimitKey], reset: Iterable[RateLimitKey] = ()) -> None:
    """Uncount an attempt that was right.

    Args:
        reset: keys whose earlier wrong attempts are forgotten too.
    """
    for key in sorted(one.key for one in keys):
        counted = WrongTries.objects.filter(key=key, tries__gt=0)
        counted.update(tries=F("tries") - 1, paused_until=_LONG_AGO)
    for key in sorted(one.key for one in reset):
        WrongTries.objects.filter(key=key).update(tries=0, paused_until=_LONG_AGO)


def _add(keys: list[str]) -> None:
    soon = timezone.now() + timedelta(minutes=1)  # so that `_clean` doesn't remove it first
    rows = [WrongTries(key=key, tries=0, paused_until=_LONG_AGO, forgotten_at=soon) for key in keys]
    WrongTries.objects.bulk_create(rows, ignore_conflicts=True)


def _count(row: WrongTries, limit: RateLimit, now: datetime) -> None:
    row.tries = 1 if row.forgotten_at <= now else row.tries + 1
    pause = timedelta(seconds=limit.pause_s(row.tries))
    row.paused_until = now + pause if pause else _LONG_AGO
    row.forgotten_at = now + pause + timedelta(seconds=limit.forgotten_s)
    row.save()


def _left_s(limit: RateLimit, end: datetime, now: datetime) -> int:
    left_s = max(0, -(-(end - now) // timedelta(seconds=1)))  # rounded up
    # Much longer than any pause means that the clock was set back meanwhile.
    return 0 if left_s > limit.longest_s + CLOCKS_S else min(left_s, limit.longest_s)


@transaction.atomic
def _clean() -> None:
    """Delete expired rows, and beyond MOST_ROWS those that expire first.

    To push an account's row out, an attacker has to make 20,000 counted attempts elsewhere.
    """
    now = timezone.now()
    rows = WrongTries.objects.select_for_update(skip_locked=True).order_by("forgotten_at")
    gone = [row.key for row in rows.filter(forgotten_at__lte=now)[:1000]]
    too_many = WrongTries.objects.count() - len(gone) - MOST_ROWS
    if too_many > 0:
        gone += [row.key for row in rows.filter(forgotten_at__gt=now)[:too_many]]
    WrongTries.objects.filter(key__in=gone).delete()


# The limits of this site, and the keys by which each request is counted.

HOUR_S = 60 * 60
TOO_MANY = 429

CODE_BY_PERSON = RateLimit("code by person", free=20, longest_s=HOUR_S // 4)
CODE_BY_ADDRESS = RateLimit("code by address", free=100, longest_s=HOUR_S // 4)
# A whole school may share an address, and the console of a class must not stay shut for long.
PIN_BY_PERSON = RateLimit("PIN by person", free=10, longest_s=HOUR_S // 4)
PIN_BY_ADDRESS = RateLimit("PIN by address", free=60, longest_s=HOUR_S // 12)
PIN_AT_CLASS = RateLimit("PIN at class", free=20, longest_s=HOUR_S // 12)

# Practice games that were begun: a whole class may begin one at once, from one address.
PRACTICE_BY_PERSON = RateLimit("practice by person", free=20, longest_s=HOUR_S // 4)
PRACTICE_BY_ADDRESS = RateLimit("practice by address", free=200, longest_s=HOUR_S // 4)

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
    minutes = -(-wait_s // 60)
    return ngettext(
        "Too many wrong tries. Wait a minute, then try again.",
        "Too many wrong tries. Wait %(minutes)d minutes, then try again.",
        minutes,
    ) % {"minutes": minutes}


def are_codes_slowed(request: HttpRequest) -> bool:
    """Whether the visitor has to type codes exactly: each look-alike would be one more guess."""
    keys = visitor_keys(request, CODE_BY_PERSON, CODE_BY_ADDRESS)
    return _paused_s({one.key: one.limit for one in keys}) > 0


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
            wait_s = try_begin(visitor_keys(request, CODE_BY_PERSON, CODE_BY_ADDRESS))
            if wait_s:
                too_many(response, wait_s)
            else:
                record(Kind.ACCESS_REFUSED)
        return response

    return middleware


def _is_wrong(request: HttpRequest, response: HttpResponse) -> bool:
    match = request.resolver_match
    if match is None:
        return False
    if match.url_name == "home":
        return response.status_code == 422 and bool(request.GET.get("code"))
    return response.status_code == 404 and not _SECRETS.isdisjoint(match.kwargs)
