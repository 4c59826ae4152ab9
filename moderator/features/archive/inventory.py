"""Which columns of the database are about a person: what a file of one person has, and the table
of docs/privacy.md, which has each column. A new one must be put into a list here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Held(NamedTuple):
    """A table, in words (`what`), and its columns but for the primary key.

    Args:
        handed: about a person, in that person's file.
        kept: about a person or an account, and not in the file.
        other: not about a person.
        who: may see what is about a person. goes: when that goes.
        of: the ways from a row to the person, besides its columns with people.
        seats: columns with players; who sits there may read the row.
    """

    what: str = ""
    handed: str = ""
    kept: str = ""
    other: str = ""
    who: str = ""
    goes: str = ""
    of: str = ""
    seats: str = ""


CLASS, SEAT, ALL = "the class", "those on the seat", "whoever has the group’s code"
TEACHERS = "moderators and instructor"
TOLD = "those on the seats; as the game says, moderators and instructor; at the debrief, all"
OWN, NOBODY = "instructor", "nobody"
ERASED, GAME, CLASS_GOES = "erasing", "with the game", "with the class"
MARKED = "erasing leaves a mark"

INVENTORY: Mapping[str, Held] = {
    "auth.user": Held(
        "accounts of instructors",
        kept="username password last_login first_name last_name email date_joined",
        other="is_superuser is_staff is_active",
        who="whoever runs the site",
        goes="stays when an account is closed; whoever runs the site may delete it",
    ),
    "auth.permission": Held(other="name content_type codename"),
    "auth.group": Held(other="name"),
    "auth.group_permissions": Held(other="group permission"),
    "auth.user_groups": Held(
        "groups of accounts; unused", kept="user group", who="whoever runs the site", goes="unused"
    ),
    "auth.user_user_permissions": Held(
        "permissions of accounts; unused",
        kept="user permission",
        who="whoever runs the site",
        goes="unused",
    ),
    "contenttypes.contenttype": Held(other="app_label model"),
    "sessions.session": Held(
        "sign-ins of browsers: the numbers of a person or account",
        kept="session_key session_data expire_date",
        who=NOBODY,
        goes="signing out, or its end",
    ),
    "play.classroom": Held(
        "a class",
        kept="instructor",
        other="name code time_zone created tournaments_made deleted_at deleted_on",
        who=CLASS,
        goes="handing it on",
    ),
    "play.group": Held(
        other="classroom number name code link_generation games_made lesson_changes resumed_at"
    ),
    "play.person": Held(
        "who joined",
        handed=(
            "number name kind group moderates is_volunteer is_absent is_simulated is_removed joined"
        ),
        kept="classroom name_key user joined_from return_generation joined_by",
        who=CLASS,
        goes="erasing leaves the number, group and times; a hash of the address: hours",
        of="pk",
    ),
    "play.rostername": Held(
        "a line on the roster",
        handed="name last_name student_number",
        kept="classroom name_key person",
        who="a name: whoever has the class’s code; the rest: instructor",
        goes=ERASED,
    ),
    "play.joinrequest": Held(
        "a request to join",
        handed="name at is_approved",
        kept="key group",
        other="classroom",
        who=OWN,
        goes=ERASED,
    ),
    "play.recentjoins": Held(
        "hashes of addresses of the last minute",
        kept="address times last",
        other="classroom",
        who=NOBODY,
        goes="a minute; with the next start",
    ),
    "play.wrongtries": Held(
        "hashes of who typed wrong codes or passwords",
        kept="key tries paused_until forgotten_at",
        who=NOBODY,
        goes="an hour",
    ),
    "play.presence": Held(
        "when a page was last connected", handed="seen", kept="person", who=TEACHERS, goes=ERASED
    ),
    "play.seat": Held(
        "a seat",
        handed="game player name",
        kept="put_by",
        other="is_partner level",
        who=ALL,
        goes=f"name: {ERASED}",
        of="persons",
    ),
    "play.seat_persons": Held("who sits there", kept="seat person", who=ALL, goes="removal"),
    "play.botjob": Held(other="game holder until goes_on"),
    "play.botreason": Held(other="game player what number text facts"),
    "play.note": Held(
        "a note on participation",
        handed="person by text at",
        kept="group",
        who="who moderates that group, instructor",
        goes="erasing whom it is about",
    ),
    "play.game": Held(
        "who stopped a game; a record’s further keys",
        kept="stopped_by more",
        other=(
            "group number uid rules scenario options created acting dice seed has_help is_released "
            "is_reveal_automatic is_trade_automatic kept_settings started_at is_confirmed points "
            "has_open_goals changes stopped_at is_concluded is_waiting stops"
        ),
        who=TEACHERS,
        goes=GAME,
    ),
    "play.entry": Held(
        "a move in a log",
        handed="game number move person role at",
        kept="key",
        other="hash",
        who=ALL,
        goes=f"{GAME}: a number stands for the person",
        seats="move__player",
    ),
    "play.slipversion": Held(
        "an order slip",
        handed="game opened_by player number orders is_sealed person role at",
        other="is_public is_by_undo log_number",
        who=f"{SEAT}, {TEACHERS}; once revealed, all",
        goes=GAME,
    ),
    "play.reminder": Held(other="game opened_by player"),
    "play.message": Held(
        "a message",
        handed="game number turn person role at sender recipients text",
        other="log_number",
        who=TOLD,
        goes=MARKED,
        seats="sender recipients",
    ),
    "play.mailbox": Held(
        "drafts; what a seat has read",
        handed="game player read drafts shown",
        other="changes",
        who=SEAT,
        goes=f"drafts: {ERASED}",
        seats="player",
    ),
    "play.messagereport": Held(
        "a report of a message",
        handed="message player person reason at seen_at",
        who=OWN,
        goes=MARKED,
    ),
    "play.contact": Held(
        "a talk that was noted",
        handed="game number turn person role at player partners text withdrawn_at",
        other="log_number",
        who=TOLD,
        goes=MARKED,
        seats="player",
    ),
    "play.promise": Held(
        "a promise",
        handed=(
            "game number turn person role at maker partner terms exchange answer answered_by "
            "answered_at answer_role"
        ),
        other="log_number accepted_after",
        who=TOLD,
        goes=GAME,
        seats="maker partner",
    ),
    "play.playeroffer": Held(
        "an offer",
        handed=(
            "game number maker partner move person at answer answered_by answered_at settled "
            "settled_by entry_number"
        ),
        other="opened_by",
        who=f"the two seats, {TEACHERS}",
        goes=GAME,
        seats="maker partner",
    ),
    "play.objection": Held(
        "an objection to a move",
        handed="game entry_number player person at dismissed_by",
        who=ALL,
        goes=GAME,
        seats="player",
    ),
    "play.answer": Held(
        "an answer in the debrief",
        handed="question player text at",
        kept="person",
        who=OWN,
        goes=ERASED,
    ),
    "play.comment": Held(
        "a comment on a move",
        handed="game number by is_instructor text at",
        who=ALL,
        goes=MARKED,
    ),
    "play.lateentry": Held(
        "why moves were typed later",
        handed="game first last by is_instructor played reason at",
        who=ALL,
        goes=MARKED,
    ),
    "play.secrecychange": Held(
        "who changed what a game shows",
        handed="game by at",
        other="old_points points old_has_open_goals has_open_goals is_concluded",
        who=ALL,
        goes=GAME,
    ),
    "play.entrant": Held(
        "a player of a tournament",
        handed="tournament number person name enters leaves",
        kept="name_key",
        who=CLASS,
        goes=f"name: {ERASED}; the rest with the tournament",
    ),
    "play.tournament": Held(
        "a tournament; a name in its title is found",
        kept="title",
        other="classroom number rules system rounds_planned tables created",
        who=CLASS,
        goes=f"name: {ERASED}",
    ),
    "play.pairing": Held(
        "a pairing",
        handed="round number red blue game",
        who=CLASS,
        goes="with the tournament",
        of="red__person blue__person",
    ),
    "play.result": Held(
        "a result, and who recorded it",
        handed="pairing number outcome by role at",
        kept="key",
        who=CLASS,
        goes="with the tournament",
        of="pairing__red__person pairing__blue__person",
    ),
    "play.pack": Held(
        "sheets as a PDF, with names",
        kept="pdf",
        other="classroom key choice language site state sheets_done sheets problem at changed",
        who=OWN,
        goes=ERASED,
    ),
    "play.announcement": Held(
        "an announcement; a name in it is found",
        kept="text",
        other="classroom group player at_round made is_withdrawn",
        who="those to whom it goes",
        goes=f"name: {ERASED}",
    ),
    "play.question": Held(
        "a question of the debrief; a name in it is found",
        kept="text",
        other="game classroom number moves is_derived asked_at closed_at",
        who=CLASS,
        goes=f"name: {ERASED}",
    ),
    "play.pause": Held(
        "why a game pauses; a name in it is found",
        kept="reason",
        other="classroom group at",
        who=ALL,
        goes="the end of the pause",
    ),
    "play.donekey": Held(
        "keys of forms that were sent",
        kept="key digest",
        other="game answer",
        who=NOBODY,
        goes=GAME,
    ),
    "play.signinlink": Held(
        "a link for an account", kept="user token_hash expires", who=NOBODY, goes="a day; its use"
    ),
    "play.secondfactor": Held(
        "an account’s second factor", kept="user seed last_step", who=NOBODY, goes="turning it off"
    ),
    "play.recoverycode": Held(
        "hashes of recovery codes", kept="factor code_hash", who=NOBODY, goes="turning it off"
    ),
    "play.securityevent": Held(
        "a security event: numbers, no names",
        handed="at kind",
        kept="account person classroom about",
        who="whoever runs the site",
        goes="stays",
    ),
    "play.accountsession": Held(
        "which session is of which account",
        kept="session account",
        who="whoever has the account",
        goes="with the session",
    ),
    "play.eventaddress": Held(
        "their network addresses",
        kept="event address full_until",
        who="whoever runs the site",
        goes="30 days; then shortened",
    ),
    "play.balancereport": Held(
        "a report on a scenario",
        kept="owner",
        other=(
            "key rules title scenario options seed version state played search suggestions problem "
            "at changed"
        ),
        who="whoever has the account",
        goes="half a year; deleting it",
    ),
    "play.passkey": Held(
        "an account’s passkey: its public half",
        kept="user name id_hash credential counter added used",
        who="whoever has the account",
        goes="removing it",
    ),
    "play.schoolidentity": Held(
        "who an account is at the school’s sign-in",
        kept="user issuer subject",
        who="whoever runs the site",
        goes="ending the connection",
    ),
    "play.practicegame": Held(
        "a practice game of a browser: a hash of its key",
        kept="browser token last_key steps",
        other="classroom rules scenario is_guided player level seed created changed finished",
        who="whoever has the browser",
        goes="a week after it was last played",
    ),
    "play.classpractice_finished": Held(
        "who has finished the guided game, if the class chose so",
        handed="person",
        kept="classpractice",
        who=OWN,
        goes=ERASED,
    ),
    "play.classpractice": Held(other="classroom scenarios is_finish_told"),
    "play.course": Held(
        other="classroom issuer client deployment context title services"  # nothing of its people
    ),
    "play.oldcode": Held(other="code classroom at"),
    "play.lessonsettings": Held(
        other=(
            "classroom is_joining_open are_others_welcome ends_at negotiation_minutes "
            "is_clock_locking debrief_minutes stuck_minutes wall wall_group are_names_printed "
            "paper are_all_names_on_wall next_lesson_at places_shown grading"
        )
    ),
    "play.clock": Held(other="classroom group label total_s ends_at left_s is_locking"),
    "play.announcementrelease": Held(other="announcement group game entry_number at"),
    "play.diplomacy": Held(
        other="game readers afterwards verdicts is_closed closed_to changes rewritten"
    ),
    "play.debriefrelease": Held(other="game players turn at withdrawn_at"),
    "play.round": Held(other="tournament number made"),
    "play.erasure": Held(other="game"),
    "play.tournamenterasure": Held(other="tournament"),
    "play.head": Held(other="number at kind heads hash mac"),
    "play.sitetime": Held(other="at doubted_from"),
    "play.news": Held(other="text"),
    "play.compaction": Held(other="at"),
}
