"""Join links and return links, each with its QR code."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from moderator.play import services
from moderator.play.models import Classroom, Group, Person
from moderator.play.services.people import RETURN_LINK_S
from moderator.plots.qr import qr
from moderator.web.core.responses import address, public_url


@dataclass(frozen=True)
class Invitation:
    """How to join: the code, the address to type, and a QR code of both."""

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


def return_link_of(request: HttpRequest, person: Person) -> ReturnLink:
    """A new return link for the person."""
    url = public_url(request, reverse("back", args=[services.person_return_link(person)]))
    label = gettext("QR code that brings %(name)s back") % {"name": person.display_name}
    return ReturnLink(url, qr_of(url, label))


def qr_of(url: str, label: str) -> SafeString:
    """The URL as a QR code; `qr` escapes its arguments."""
    return mark_safe(qr(url, label))  # noqa: S308


def invitation(request: HttpRequest, place: Classroom | Group) -> Invitation:
    """The invitation to a class or a group."""
    url = public_url(request, reverse("join", args=[place.code]))
    label = gettext("QR code that leads to the join page of %(name)s") % {"name": place.name}
    home = address(public_url(request, reverse("home")))
    return Invitation(place.code_shown, url, home, qr_of(url, label))
