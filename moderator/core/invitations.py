"""Join links, return links and links to consoles, each with its QR code.

Where phones can't reach this site there is no QR code, and pages explain how to let them in
(`templates/core/no_phones.html`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from moderator.core import credentials
from moderator.core.models import Classroom, Group, Person
from moderator.core.people import RETURN_LINK_S, person_return_link
from moderator.core.responses import address, do_phones_reach, public_url
from moderator.plots.qr import qr


@dataclass(frozen=True)
class PhoneLink:
    """A link for another device. `qr` is empty if no other device reaches the link.

    `code`: what can be typed instead, a join code or a PIN, at this `address`. `minutes`: how long
    the link works, if that is limited.
    """

    url: str
    qr: SafeString
    code: str = ""
    address: str = ""
    minutes: int = 0


def return_link_of(request: HttpRequest, person: Person) -> PhoneLink:
    """A new link with which the person can return on another device."""
    path = reverse("back", args=[person_return_link(person)])
    label = gettext("QR code that brings %(name)s back") % {"name": person.display_name}
    return replace(phone_link(request, path, label), minutes=RETURN_LINK_S // 60)


def console_access_of(request: HttpRequest, group: Group) -> PhoneLink:
    """The link and the PIN that open a group's console without an account."""
    path = reverse("console-link", args=[credentials.console_token(group)])
    label = gettext("QR code that opens the console of %(name)s") % {"name": group.name}
    pin, where = credentials.console_pin(group), address(public_url(request, reverse("pin")))
    return replace(phone_link(request, path, label), code=pin, address=where)


def phone_link(request: HttpRequest, path: str, label: str) -> PhoneLink:
    """The link to a page of this site."""
    url = public_url(request, path)
    return PhoneLink(url, qr_of(url, label) if do_phones_reach(request) else SafeString())


def qr_of(url: str, label: str) -> SafeString:
    """The URL as a QR code; `qr` escapes its arguments."""
    return mark_safe(qr(url, label))  # noqa: S308


def invitation(request: HttpRequest, place: Classroom | Group) -> PhoneLink:
    """How to join: the code, the address to type, and a QR code of both."""
    label = gettext("QR code that leads to the join page of %(name)s") % {"name": place.name}
    link = phone_link(request, reverse("join", args=[place.code]), label)
    home = address(public_url(request, reverse("home")))
    return replace(link, code=place.code_shown, address=home)
