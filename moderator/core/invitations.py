"""Join links, return links and links to consoles, each with its QR code.

Where phones can't reach this site there is no QR code, and pages explain how to let them in
(`templates/core/no_phones.html`).
"""

from __future__ import annotations

from dataclasses import dataclass

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
    """A link for another device. `qr` is empty if no other device reaches the link."""

    url: str
    qr: SafeString


@dataclass(frozen=True)
class Invitation:
    """How to join: the code, the address to type, and a QR code of both (see `PhoneLink`)."""

    code: str
    url: str
    address: str
    qr: SafeString


@dataclass(frozen=True)
class ReturnLink:
    """A link with which a person can return on another device."""

    url: str
    qr: SafeString
    minutes: int = RETURN_LINK_S // 60


@dataclass(frozen=True)
class ConsoleAccess:
    """The link and the PIN that open a group's console without an account."""

    url: str
    pin: str
    qr: SafeString
    pin_address: str  # of the page where the PIN is typed


def return_link_of(request: HttpRequest, person: Person) -> ReturnLink:
    """A new return link for the person."""
    path = reverse("back", args=[person_return_link(person)])
    label = gettext("QR code that brings %(name)s back") % {"name": person.display_name}
    link = phone_link(request, path, label)
    return ReturnLink(link.url, link.qr)


def console_access_of(request: HttpRequest, group: Group) -> ConsoleAccess:
    """The link and the PIN of a group's console."""
    path = reverse("console-link", args=[credentials.console_token(group)])
    label = gettext("QR code that opens the console of %(name)s") % {"name": group.name}
    pin_address = address(public_url(request, reverse("pin")))
    link = phone_link(request, path, label)
    return ConsoleAccess(link.url, credentials.console_pin(group), link.qr, pin_address)


def phone_link(request: HttpRequest, path: str, label: str) -> PhoneLink:
    """The link to a page of this site."""
    url = public_url(request, path)
    return PhoneLink(url, qr_of(url, label) if do_phones_reach(request) else SafeString())


def qr_of(url: str, label: str) -> SafeString:
    """The URL as a QR code; `qr` escapes its arguments."""
    return mark_safe(qr(url, label))  # noqa: S308


def invitation(request: HttpRequest, place: Classroom | Group) -> Invitation:
    label = gettext("QR code that leads to the join page of %(name)s") % {"name": place.name}
    link = phone_link(request, reverse("join", args=[place.code]), label)
    home = address(public_url(request, reverse("home")))
    return Invitation(place.code_shown, link.url, home, link.qr)
