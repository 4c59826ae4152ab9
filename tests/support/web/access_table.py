"""The access table: every URL, every method that it accepts, and nine kinds of visitors.

The status is for a visitor in that role to the class, group, game or person in the URL: the tests
request three groups, in each of which everybody has another role. HEAD answers like GET; a method
without a line answers 405 to everybody. A code, a token or a password is the key itself: whoever
has it gets access. What is sent is right in every other respect, so that only access control can
refuse it; except for the code of `second-factor`, for passkeys, for moves of seats, as the
moderator records there, of bots and hands of cards, which Age of Iron doesn't have, for order
slips, whose forms lack a key or are of another turn, and for what platforms call: none is
registered.
"""

from __future__ import annotations

from tests.support.shared import shared
from tests.support.web.world import ROLES

TABLE = """
                     nobody | student             | moderator  | instructor         |
                            | of it other g. far  | of it other| of it other admin. |
home            GET  200      200   200      200    200   200    200   200   200
about           GET  200      200   200      200    200   200    200   200   200
security-txt    GET  404      404   404      404    404   404    404   404   404
check           GET  200      200   200      200    200   200    200   200   200
healthz         GET  200      200   200      200    200   200    200   200   200
readyz          GET  200      200   200      200    200   200    200   200   200
metrics         any  404      404   404      404    404   404    404   404   404
join-home       GET  302      302   302      302    302   302    302   302   302
back            GET  200      200   200      200    200   200    200   200   200
back            POST 303      303   303      303    303   303    303   303   303
join            GET  200      302   302      200    200   200    200   200   200
join            POST 303      302   302      303    303   303    303   303   303
seats           GET  302      302   302      302    302   302    302   302   302
seats           POST 302      302   302      302    302   302    302   302   302
play            GET  302      200   302      302    302   302    302   302   302
play-move       POST 404      422   404      404    404   404    404   404   404
play-slip       POST 404      409   404      404    404   404    404   404   404
play-preview    POST 404      422   404      404    404   404    404   404   404
play-partner    POST 404      422   404      404    404   404    404   404   404
bots            GET  404      404   404      404    200   404    200   404   200
bots            POST 404      404   404      404    303   404    303   404   303
class-bots      GET  404      404   404      404    404   404    200   404   200
class-bots      POST 404      404   404      404    404   404    303   404   303
play-finish     POST 404      422   404      404    404   404    404   404   404
play-return     POST 404      422   404      404    404   404    404   404   404
play-offer      GET  404      200   404      404    404   404    404   404   404
play-offer      POST 404      303   404      404    404   404    404   404   404
play-answer     POST 404      303   404      404    404   404    404   404   404
play-object     POST 404      409   404      404    404   404    404   404   404
play-contact    POST 404      303   404      404    404   404    404   404   404
play-promise    GET  404      302   404      404    404   404    404   404   404
play-records    GET  404      200   404      404    404   404    404   404   404
play-promise    POST 404      303   404      404    404   404    404   404   404
play-promise-answer POST 404  303   404      404    404   404    404   404   404
play-questions  GET  404      200   404      404    404   404    404   404   404
play-questions  POST 404      422   404      404    404   404    404   404   404
play-page       GET  404      404   404      404    404   404    404   404   404
play-leave      POST 404      303   303      404    404   404    404   404   404
own-data-zip    GET  404      200   200      404    404   404    404   404   404
pin             GET  200      200   200      200    200   200    200   200   200
pin             POST 303      303   303      303    303   303    303   303   303
console-link    GET  200      200   200      200    200   200    200   200   200
console-link    POST 303      303   303      303    303   303    303   303   303
sign-in         GET  200      200   200      200    200   200    302   302   302
sign-in         POST 303      303   303      303    303   303    303   303   303
sign-in-code    GET  302      302   302      302    302   302    302   302   302
sign-in-code    POST 302      302   302      302    302   302    302   302   302
one-time        GET  200      200   200      200    200   200    200   200   200
one-time        POST 303      303   303      303    303   303    303   303   303
passkey         POST 422      422   422      422    422   422    422   422   422
own-passkeys    POST 302      302   302      302    302   302    303   303   303
second-factor   GET  302      302   302      302    302   302    200   200   200
second-factor   POST 302      302   302      302    302   302    422   422   422
password        GET  302      302   302      302    302   302    200   200   200
password        POST 302      302   302      302    302   302    303   303   303
account-data    GET  302      302   302      302    302   302    200   200   200
security        GET  302      302   302      302    302   302    200   200   200
security        POST 302      302   302      302    302   302    303   303   303
school          POST 404      404   404      404    404   404    404   404   404
school-back     GET  404      404   404      404    404   404    404   404   404
school-account  GET  302      302   302      302    302   302    404   404   404
school-account  POST 302      302   302      302    302   302    404   404   404
sign-out        POST 303      303   303      303    303   303    303   303   303
classes         GET  302      302   302      302    302   302    200   200   200
class-new       GET  302      302   302      302    302   302    200   200   200
class-new       POST 302      302   302      302    302   302    303   303   303
classroom       GET  404      404   404      404    404   404    200   404   200
class-change    GET  404      404   404      404    404   404    200   404   200
class-change    POST 404      404   404      404    404   404    303   404   303
class-delete    GET  404      404   404      404    404   404    200   404   200
class-delete    POST 404      404   404      404    404   404    303   404   303
class-copy      GET  404      404   404      404    404   404    200   404   200
class-copy      POST 404      404   404      404    404   404    303   404   303
class-pseudonyms GET 404      404   404      404    404   404    200   404   200
class-pseudonyms POST 404     404   404      404    404   404    422   404   422
class-restore   POST 404      404   404      404    404   404    303   404   303
class-archive   GET  404      404   404      404    404   404    200   404   200
class-archive-zip GET 404     404   404      404    404   404    200   404   200
class-bring-back GET 302      302   302      302    302   302    200   200   200
class-bring-back POST 302     302   302      302    302   302    303   303   303
people-erase    POST 404      404   404      404    404   404    303   404   303
person-data     GET  404      404   404      404    404   404    200   404   200
person-data-zip GET  404      404   404      404    404   404    200   404   200
person          GET  404      404   404      404    404   404    200   404   200
person          POST 404      404   404      404    404   404    303   404   303
people          GET  404      404   404      404    404   404    200   404   200
people          POST 404      404   404      404    404   404    303   404   303
join-cards      GET  404      404   404      404    404   404    200   404   200
join-cards      POST 404      404   404      404    404   404    200   404   200
divide          GET  404      404   404      404    404   404    303   404   303
divide          POST 404      404   404      404    404   404    303   404   303
rehearsal       GET  404      404   404      404    404   404    200   404   200
rehearsal       POST 404      404   404      404    404   404    303   404   303
class-clock     GET  404      404   404      404    404   404    303   404   303
class-clock     POST 404      404   404      404    404   404    303   404   303
overview        GET  404      404   404      404    404   404    303   404   303
class-all       GET  404      404   404      404    404   404    303   404   303
next-lesson     POST 404      404   404      404    404   404    409   404   409
class-all       POST 404      404   404      404    404   404    303   404   303
announcements   GET  404      404   404      404    404   404    200   404   200
announcements   POST 404      404   404      404    404   404    303   404   303
give-console    GET  404      404   404      404    404   404    200   404   200
give-console    POST 404      404   404      404    404   404    303   404   303
overview        POST 404      404   404      404    404   404    303   404   303
seats-give      GET  404      404   404      404    404   404    200   404   200
seats-give      POST 404      404   404      404    404   404    409   404   409
results         GET  404      404   404      404    404   404    200   404   200
class-print     GET  404      404   404      404    404   404    200   404   200
class-print     POST 404      404   404      404    404   404    303   404   303
class-pack      GET  404      404   404      404    404   404    200   404   200
class-pack      POST 404      404   404      404    404   404    303   404   303
class-pack-pdf  GET  404      404   404      404    404   404    200   404   200
wall-show       POST 404      404   404      404    404   404    303   404   303
class-debrief   GET  404      404   404      404    404   404    200   404   200
class-debrief   POST 404      404   404      404    404   404    422   404   422
debrief-questions GET 404     404   404      404    404   404    303   404   303
debrief-questions POST 404    404   404      404    404   404    303   404   303
grades          GET  404      404   404      404    404   404    200   404   200
grades          POST 404      404   404      404    404   404    303   404   303
notes           GET  404      404   404      404    404   404    200   404   200
notes           POST 404      404   404      404    404   404    303   404   303
lti-keys        GET  404      404   404      404    404   404    404   404   404
lti-config      GET  404      404   404      404    404   404    404   404   404
lti-login       GET  404      404   404      404    404   404    404   404   404
lti-login       POST 404      404   404      404    404   404    404   404   404
lti-launch      POST 404      404   404      404    404   404    404   404   404
lti-launched    GET  404      404   404      404    404   404    404   404   404
lti-launched    POST 404      404   404      404    404   404    404   404   404
lti-course      GET  404      404   404      404    404   404    200   404   200
lti-course      POST 404      404   404      404    404   404    422   404   422
practice        GET  200      200   200      200    200   200    200   200   200
practice        POST 303      303   303      303    303   303    303   303   303
practice-game   GET  404      404   404      404    404   404    404   404   404
practice-offer  GET  404      404   404      404    404   404    404   404   404
practice-preview GET 404      404   404      404    404   404    404   404   404
practice-preview POST 404     404   404      404    404   404    404   404   404
practice-move   POST 404      404   404      404    404   404    404   404   404
class-practice  GET  200      200   200      200    200   200    200   200   200
class-practice  POST 303      303   303      303    303   303    303   303   303
class-practice-settings GET 404 404  404     404    404   404    200   404   200
class-practice-settings POST 404 404 404     404    404   404    303   404   303
research        GET  404      404   404      404    404   404    200   404   200
research-zip    GET  404      404   404      404    404   404    422   404   422
group-notes     GET  404      404   404      404    200   404    200   404   200
group-notes     POST 404      404   404      404    303   404    303   404   303
class-wall      GET  200      200   200      200    200   200    200   200   200
game-new        GET  404      404   404      404    404   404    200   404   200
game-new        POST 404      404   404      404    404   404    303   404   303
games-start     GET  404      404   404      404    404   404    200   404   200
games-start     POST 404      404   404      404    404   404    409   404   409
groups-make     GET  404      404   404      404    404   404    200   404   200
groups-make     POST 404      404   404      404    404   404    303   404   303
group           GET  404      404   404      404    404   404    200   404   200
group           POST 404      404   404      404    404   404    303   404   303
group-withdraw  GET  404      404   404      404    404   404    200   404   200
group-withdraw  POST 404      404   404      404    404   404    303   404   303
record-upload   POST 404      404   404      404    404   404    303   404   303
group-delete    GET  404      404   404      404    404   404    200   404   200
group-delete    POST 404      404   404      404    404   404    303   404   303
game-delete     GET  404      404   404      404    404   404    200   404   200
game-delete     POST 404      404   404      404    404   404    303   404   303
roster          GET  404      404   404      404    404   404    200   404   200
roster          POST 404      404   404      404    404   404    303   404   303
joining         GET  404      404   404      404    404   404    303   404   303
joining         POST 404      404   404      404    404   404    303   404   303
joined-since    GET  404      404   404      404    404   404    303   404   303
joined-since    POST 404      404   404      404    404   404    303   404   303
tournaments     GET  404      404   404      404    404   404    200   404   200
tournament-new  GET  404      404   404      404    404   404    200   404   200
tournament-new  POST 404      404   404      404    404   404    303   404   303
tournament      GET  404      404   404      404    404   404    200   404   200
tournament      POST 404      404   404      404    404   404    303   404   303
tournament-delete GET 404     404   404      404    404   404    200   404   200
tournament-delete POST 404    404   404      404    404   404    303   404   303
tournament-pdf  GET  404      404   404      404    404   404    200   404   200
class-results-pdf GET 404     404   404      404    404   404    200   404   200
class-attendance-pdf GET 404  404   404      404    404   404    200   404   200
tournament-wall GET  200      200   200      200    200   200    200   200   200
tournament-table GET 404      404   404      404    200   404    200   404   200
tournament-table POST 404     404   404      404    303   404    303   404   303
helping         GET  404      404   404      404    200   404    200   404   200
helping         POST 404      404   404      404    303   404    303   404   303
comments        GET  404      404   404      404    200   404    200   404   200
comments        POST 404      404   404      404    303   404    303   404   303
records-pdf     GET  404      404   404      404    200   404    200   404   200
chart-pdf       GET  404      404   404      404    200   404    200   404   200
score-pdf       GET  404      404   404      404    200   404    200   404   200
briefings-pdf   GET  404      404   404      404    200   404    200   404   200
log-pdf         GET  404      404   404      404    200   404    200   404   200
sheets          GET  404      404   404      404    200   404    200   404   200
record          GET  404      404   404      404    200   404    200   404   200
chart           GET  200      200   200      200    200   200    200   200   200
dice            GET  200      200   200      200    200   200    200   200   200
log             GET  200      200   200      200    200   200    200   200   200
rules           GET  200      200   200      200    200   200    200   200   200
chart-replay    GET  200      200   200      200    200   200    200   200   200
history         GET  200      200   200      200    200   200    200   200   200
debrief         GET  200      200   200      200    200   200    200   200   200
chart-games     GET  200      200   200      200    200   200    200   200   200
console         GET  404      404   404      404    200   404    200   404   200
replay          GET  404      404   404      404    200   404    200   404   200
games           GET  404      404   404      404    200   404    200   404   200
hear            GET  404      404   404      404    200   404    200   404   200
cell            GET  404      404   404      404    200   404    200   404   200
move            POST 404      404   404      404    303   404    303   404   303
slips-fill      GET  404      404   404      404    200   404    200   404   200
slips-fill      POST 404      404   404      404    422   404    422   404   422
console-hand    GET  404      404   404      404    404   404    404   404   404
console-slip    GET  404      404   404      404    200   404    200   404   200
console-slip    POST 404      404   404      404    422   404    422   404   422
slips-reveal    POST 404      404   404      404    422   404    422   404   422
run             GET  404      404   404      404    200   404    200   404   200
run             POST 404      404   404      404    303   404    303   404   303
console-records GET  404      404   404      404    200   404    200   404   200
console-records POST 404      404   404      404    303   404    303   404   303
console-promise GET  404      404   404      404    200   404    200   404   200
console-promise POST 404      404   404      404    422   404    422   404   422
offers          POST 404      404   404      404    409   404    409   404   409
objections      POST 404      404   404      404    409   404    409   404   409
redraw          POST 404      404   404      404    422   404    422   404   422
release         POST 404      404   404      404    422   404    422   404   422
secrecy         POST 404      404   404      404    404   404    303   404   303
start           POST 404      404   404      404    303   404    303   404   303
pause           GET  404      404   404      404    200   404    200   404   200
pause           POST 404      404   404      404    303   404    303   404   303
stop            GET  404      404   404      404    200   404    200   404   200
stop            POST 404      404   404      404    303   404    303   404   303
continue        POST 404      404   404      404    303   404    303   404   303
again           GET  404      404   404      404    200   404    200   404   200
again           POST 404      404   404      404    422   404    422   404   422
group-clock     POST 404      404   404      404    303   404    303   404   303
partner         POST 404      404   404      404    422   404    422   404   422
finish          POST 404      404   404      404    422   404    422   404   422
catch-up        GET  404      404   404      404    200   404    200   404   200
catch-up        POST 404      404   404      404    303   404    303   404   303
correct         GET  404      404   404      404    200   404    200   404   200
correct         POST 404      404   404      404    303   404    303   404   303
"""
# A class's code leads to the class; an unknown one is answered as wrong.
CODE_TYPED, CODE_WRONG = 302, 422
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")

# The feed that each role gets, for the paths of a group that are answered before Django.
FEEDS: dict[str, tuple[str | None, ...]] = {
    "/c/{code}/feed": ("public",) * 9,
    "/c/{code}/history/{game}/feed": ("public:history",) * 9,
    "/c/{code}/debrief/{game}/feed": ("public:debrief",) * 9,
    "/g/{code}/feed": (None, None, None, None, "moderator", None, "moderator", None, "moderator"),
    "/play/{code}/feed": (None, "seat", None, None, None, None, None, None, None),
}


def read_table(
    text: str = TABLE + "".join(shared("ACCESS")),
) -> dict[tuple[str, str], dict[str, int]]:
    """The status for each URL, method and role."""
    table = {}
    for line in text.strip().splitlines()[2:]:
        name, method, *statuses = line.split()
        assert (name, method) not in table, f"twice: {line}"
        table[name, method] = dict(zip(ROLES, map(int, statuses), strict=True))
    return table


STATUSES = read_table()
NAMES = tuple(dict.fromkeys(name for name, _ in STATUSES))


def expected(name: str, method: str, stands_as: str) -> int:
    """Returns the status in the table."""
    for line in ((name, "GET" if method == "HEAD" else method), (name, "any")):
        if line in STATUSES:
            return STATUSES[line][stands_as]
    return 405
