"""Uploading a record as a new game of a group."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from moderator.play import services
from moderator.play.models import Group
from moderator.play.services.records import MOST_UPLOAD_BYTES
from moderator.rules.errors import Refused
from moderator.rules.registry import GAMES
from moderator.web.classes.groups import address_of, group_page
from moderator.web.core import game_files
from moderator.web.core.access import classroom_for, of_classroom, user_of
from moderator.web.core.idempotency import only_once
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.feed import publishing


@require_POST
@classroom_for("manage-class")
@of_classroom
def upload(request: HttpRequest, group: Group) -> HttpResponse:
    """Make a game from a record, which is checked before anything is locked or stored."""
    try:
        record = _read(request.FILES.get("record"))
        by = services.instructor_person(group.classroom, user_of(request))

        def make() -> str:
            services.game_from_record(group, record, by)
            publishing.recheck_access(group.pk)
            return address_of(group) + "#games"

        return SeeOther(only_once(request, make))
    except Refused as refused:
        page = group_page(request, group, group.name, refused=refused)
        return render_page(request, "web/classes/group.html", page, UNPROCESSABLE)


def _read(file: UploadedFile[Any] | None) -> services.ReadRecord:
    if file is None:
        raise Refused("", gettext("Choose a file first."))
    if (file.size or 0) > MOST_UPLOAD_BYTES:
        most = MOST_UPLOAD_BYTES // 2**20
        raise Refused(
            "bad-record", gettext("The record is larger than %(most)d MiB.") % {"most": most}
        )
    record = services.record_read(file.read())
    if not game_files.has_chart(record.rules):
        name = GAMES[record.rules].name
        raise Refused("", gettext("%(game)s can’t be played on this site yet.") % {"game": name})
    return record
