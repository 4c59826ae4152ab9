"""Which columns of the database are about people: with docs/privacy.md and `HANDED`, all of them.

A new one is put into the table of docs/privacy.md, or here.
"""

WHAT = {
    "auth.user": "accounts of instructors",
    "auth.user_groups": "groups of accounts; unused",
    "auth.user_user_permissions": "permissions of accounts; unused",
    "sessions.session": "sign-ins of browsers: the numbers of a person or account",
    "play.classroom": "a class",
    "play.recentjoins": "hashes of addresses of the last minute",
    "play.wrongtries": "hashes of who typed wrong codes or passwords",
    "play.seat_persons": "who sits there",
    "play.game": "who stopped a game; a record’s further keys",
    "play.tournament": "a tournament; a name in its title is found",
    "play.pack": "sheets as a PDF, with names",
    "play.announcement": "an announcement; a name in it is found",
    "play.question": "a question of the debrief; a name in it is found",
    "play.pause": "why a game pauses; a name in it is found",
    "play.donekey": "keys of forms that were sent",
    "play.signinlink": "a link for an account",
    "play.secondfactor": "an account’s second factor",
    "play.recoverycode": "hashes of recovery codes",
    "play.accountsession": "which session is of which account",
    "play.eventaddress": "their network addresses",
    "play.balancereport": "a report on a scenario",
    "play.passkey": "an account’s passkey: its public half",
    "play.schoolidentity": "who an account is at the school’s sign-in",
    "play.practicegame": "a practice game of a browser: a hash of its key",
}
"""Tables with data about people or accounts that no person's file has, in the document's words."""

OTHER = {
    "auth.user": "is_superuser is_staff is_active",
    "auth.permission": "name content_type codename",
    "auth.group": "name",
    "auth.group_permissions": "group permission",
    "contenttypes.contenttype": "app_label model",
    "play.classroom": "name code time_zone created tournaments_made deleted_at deleted_on",
    "play.group": (
        "classroom number name code link_generation games_made lesson_changes resumed_at"
    ),
    "play.joinrequest": "classroom",
    "play.recentjoins": "classroom",
    "play.seat": "is_partner level",
    "play.botjob": "game holder until goes_on",
    "play.botreason": "game player what number text facts",
    "play.game": (
        "group number uid rules scenario options created acting dice seed has_help "
        "is_released is_reveal_automatic is_trade_automatic kept_settings started_at "
        "is_confirmed points has_open_goals changes stopped_at is_concluded is_waiting stops"
    ),
    "play.entry": "hash",
    "play.slipversion": "is_public is_by_undo log_number",
    "play.reminder": "game opened_by player",
    "play.message": "log_number",
    "play.mailbox": "changes",
    "play.contact": "log_number",
    "play.promise": "log_number accepted_after",
    "play.playeroffer": "opened_by",
    "play.secrecychange": "old_points points old_has_open_goals has_open_goals is_concluded",
    "play.tournament": "classroom number rules system rounds_planned tables created",
    "play.pack": "classroom key choice language site state sheets_done sheets problem at changed",
    "play.announcement": "classroom group player at_round made is_withdrawn",
    "play.question": "game classroom number moves is_derived asked_at closed_at",
    "play.pause": "classroom group at",
    "play.donekey": "game answer",
    "play.balancereport": (
        "key rules title scenario options seed version state played search suggestions "
        "problem at changed"
    ),
    "play.practicegame": (
        "classroom rules scenario is_guided player level seed created changed finished"
    ),
    "play.classpractice": "classroom scenarios is_finish_told",
    "play.course": "classroom issuer client deployment context title services",
    "play.oldcode": "code classroom at",
    "play.lessonsettings": (
        "classroom is_joining_open are_others_welcome ends_at negotiation_minutes "
        "is_clock_locking debrief_minutes stuck_minutes wall wall_group are_names_printed "
        "paper are_all_names_on_wall next_lesson_at places_shown grading"
    ),
    "play.clock": "classroom group label total_s ends_at left_s is_locking",
    "play.announcementrelease": "announcement group game entry_number at",
    "play.diplomacy": "game readers afterwards verdicts is_closed closed_to changes rewritten",
    "play.debriefrelease": "game players turn at withdrawn_at",
    "play.round": "tournament number made",
    "play.erasure": "game",
    "play.tournamenterasure": "tournament",
    "play.head": "number at kind heads hash mac",
    "play.sitetime": "at doubted_from",
    "play.news": "text",
    "play.compaction": "at",
}
"""Columns that are about nobody."""
