"""The pages of a practice game.

What practice adds to what all features share.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import path, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from moderator.core import games, queries
from moderator.core.access import student_in
from moderator.core.errors import Stale
from moderator.core.feature import Feature
from moderator.core.forms import shortened, whole_number
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import Game
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page
from moderator.core.sentences import map_base_of
from moderator.features.moves.forms import (
    NOTHING,
    MoveFormGroup,
    MoveFormsPage,
    MovePreview,
    RejectedForm,
    Reply,
    form_groups,
)
from moderator.features.moves.posted import key_of, wire_of
from moderator.features.moves.student import CHART, GOALS, TURN
from moderator.features.moves.student_moves import CHANGE, preview_of
from moderator.features.practice import start
from moderator.features.practice.models import PracticeGame
from moderator.features.practice.start import BROWSER
from moderator.features.practice.write import (
    Standing,
    check_own,
    finish_note,
    own_games,
    practice_answer,
    practice_delete,
    practice_play,
    practice_undo,
    standing_of,
)
from moderator.rules.deals import AgreementRules
from moderator.rules.errors import Refused
from moderator.rules.move import Description
from moderator.rules.practice import ASKED, DECLINED, MADE, Happened, hint
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel, Task, Viewer
from moderator.rules.shown import GuideStep

# A game.


@dataclass(frozen=True)
class Told:
    """What somebody has just done, as a sentence; `why`: a bot's reason, or that it is secret."""

    seat: SeatLabel
    sentence: str
    is_own: bool
    why: str = ""


class PracticePage(MoveFormsPage):
    """A practice game as its player sees it.

    `told`: what has happened since the player's last decision, which comes first. `step`: of the
    guided game, the next one, and `done` the one that was just done, `place` and `most` where it
    is. `asked`: what a bot asks for, ready for the game's template; `offer`: a form for what the
    player asks for, `starts` with whom. `points`: at the end, the best first.
    """

    game: Game
    place = most = 0
    step: GuideStep | None = None
    done: GuideStep | None = None
    groups: tuple[MoveFormGroup, ...] = ()
    places: Any = None
    asked: Mapping[str, Any] | None = None
    offer: Mapping[str, Any] | None = None
    starts: Sequence[Any] | None = None
    hint: Told | None = None
    can_offer = False
    preview: MovePreview | None = None
    answer: Reply = NOTHING
    error = ""
    points: Sequence[tuple[SeatLabel, int]] = ()
    tab = TURN
    is_acting = True

    def __init__(self, now: Standing, typed: RejectedForm | None = None) -> None:
        row, rules, state = now.row, now.rules, now.state
        viewer = Viewer(seat=row.player)
        seats = {seat.id: seat for seat in rules.seats_of(state)}
        self.row = row
        self.game = Game(  # not stored
            uid=f"practice.{row.token}",
            number=1,
            rules=rules.id,
            scenario=row.scenario,
            dice=Game.Dice.SERVER,
            acting=Game.Acting.SEATS,
        )
        steps = list(now.timeline.steps())[: sum(one.what == MADE for one in now.last_step)]
        before = steps[-1].before if steps else None
        self.seat, self.task = seats[row.player], rules.task(state, row.player)
        self.view = rules.view(state, viewer, before)
        self.after, self.told_before = now.number, now.number - 1
        self.told = tuple(_told(now, now.last_step, seats))
        self.briefing = rules.briefing(state, row.player)
        if row.is_guided:
            self._add_guide(now)
        if now.timeline.is_over:
            totals = zip(seats.values(), rules.points(state, viewer), strict=False)
            self.points = sorted(totals, key=lambda one: -one[1])
        elif asked := now.game.asked:
            self._add_asked(now, asked, seats)
        else:
            self._add_forms(now, typed)

    def _add_guide(self, now: Standing) -> None:
        steps, place = now.rules.guide, now.game.steps_done
        made = [one.wire for one in now.last_step[:1] if one.what == MADE]
        self.place, self.most = place + 1, len(steps)
        self.step = steps[place] if place < len(steps) else None
        if place > 0 and any(steps[place - 1].is_done_by(wire) for wire in made):
            self.done = steps[place - 1]

    def _add_asked(self, now: Standing, asked: Happened, seats: Mapping[str, SeatLabel]) -> None:
        if (agreed := now.rules.agreed) is None:
            return
        terms, maker = agreed.terms(now.state, asked.wire, self.row.player), seats[asked.by]
        sentence = gettext("Answer the offer of %(name)s") % {"name": maker.name}
        self.task = Task(sentence, is_own=True, progress=self.task.progress)
        self.asked = {"maker": maker, "terms": terms, "why": asked.why}

    def _add_forms(self, now: Standing, typed: RejectedForm | None) -> None:
        rules, state, player = now.rules, now.state, now.row.player
        look = Look(self.game, Fold(now.timeline), Viewer(seat=player))
        offers = tuple(one for one in rules.offers(state, player) if not one.move.is_moderators)
        places, orders = None, rules.orders
        if orders and any(one.verb in orders.verbs for one in offers if one.is_open):
            places = orders.view(state, look.viewer, ())
        groups = form_groups(look, offers, typed, places, has_slips=False)
        agreed = rules.agreed
        can_offer = agreed is not None and any(
            not one.refused and _is_two_bundles(one.wire) for one in agreed.starts(state, player)
        )
        acts = [act.verb for group in groups for act in group.open]
        if orders and not orders.verbs.isdisjoint(acts):  # orders have to be given first
            can_offer = False
        if self.step:
            verb = self.step.fields["type"]
            is_trade = agreed is not None and verb in agreed.verbs
            can_offer = can_offer and is_trade

            def is_asked(act: Any) -> bool:
                """A trade is offered beside the end of the turn."""
                return act.verb == verb or (is_trade and act.is_plain)

            groups = tuple(
                replace(group, open=tuple(filter(is_asked, group.open)), closed=())
                for group in groups
            )
        self.groups, self.places, self.can_offer = groups, places, can_offer

    @property
    def address(self) -> str:
        return reverse("practice-game", args=[self.row.token])

    @property
    def start_address(self) -> str:
        """Where another game can be begun."""
        if self.row.classroom:
            return reverse("class-practice", args=[self.row.classroom.code])
        return "" if settings.PRACTICE_OFF else reverse("practice")

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def style(self) -> str:
        return games.style_of(self.game)

    @property
    def script(self) -> str:
        return games.script_of(self.game)

    @property
    def chart(self) -> str:
        return self._template("chart.html", "")

    @property
    def secrets(self) -> str:
        return self._template("secrets.html", "")

    @property
    def offer_template(self) -> str:
        return self._template("offer_form.html", "")

    @property
    def asked_template(self) -> str:
        return self._template("offer_trade.html", "")

    @property
    def acts_template(self) -> str:
        return self._template("phone_acts.html", "moves/forms.html")

    @property
    def map_base(self) -> SafeString:
        return map_base_of(self.game)

    @property
    def is_over(self) -> bool:
        return self.row.finished is not None

    @property
    def tabs(self) -> tuple[tuple[str, str], ...]:
        turn, chart, goals = gettext("My turn"), gettext("Chart"), gettext("My goals")
        if self.is_over:
            return ((TURN, gettext("The end")), (CHART, chart))
        return ((TURN, turn), (CHART, chart), (GOALS, goals))


GameView = Callable[[HttpRequest, PracticeGame], HttpResponse]


def _own_game(view: GameView) -> Callable[[HttpRequest, str], HttpResponse]:
    """Decorate a view of a game of this browser; 404 for any other."""

    @wraps(view)
    def wrapper(request: HttpRequest, token: str) -> HttpResponse:
        browser = request.session.get(BROWSER, "")
        found = own_games(browser).filter(token=token).select_related("classroom").first()
        return view(request, queries.or_404(found if browser else None))

    return wrapper


@require_safe
@_own_game
def game(request: HttpRequest, row: PracticeGame) -> HttpResponse:
    """The game; `?hint` with what a bot would do."""
    now = standing_of(row)
    page = PracticePage(now)
    if "hint" in request.GET and not (page.is_over or row.is_guided):
        page.hint = _hint(now)
    if request.GET.get("tab") in dict(page.tabs):
        page.tab = request.GET["tab"]
    return render_page(request, "practice/game.html", page)


@require_safe
@_own_game
def offer(request: HttpRequest, row: PracticeGame) -> HttpResponse:
    """The form for an offer: with whom, and then what (`?start=`)."""
    now = standing_of(row)
    page = PracticePage(now)
    agreed = now.rules.agreed
    if not page.can_offer or agreed is None:
        return SeeOther(page.address)
    starts = [one for one in agreed.starts(now.state, row.player) if _is_two_bundles(one.wire)]
    found = next((one for one in starts if one.id == request.GET.get("start")), None)
    if found is None or found.refused:
        page.starts = starts
    else:
        page.offer = _offer_form(now, agreed, found.wire)
    return render_page(request, "practice/game.html", page)


def _is_two_bundles(wire: Wire) -> bool:
    """Whether what is offered is filled in by the player, and so can be declined by a bot."""
    return any(isinstance(value, Mapping) for value in wire.values())


def _offer_form(now: Standing, agreed: AgreementRules[Any], wire: Wire) -> Mapping[str, Any]:
    seats = {seat.id: seat for seat in now.rules.seats_of(now.state)}
    partner = next(one for one in agreed.players(wire) if one != now.row.player)
    fixed = {name: value for name, value in wire.items() if not isinstance(value, Mapping)}
    return {
        "partner": seats[partner],
        "inputs": agreed.inputs(now.state, wire, now.row.player),
        "fixed": json.dumps(fixed),
        "verb": wire["type"],
    }


@require_http_methods(["GET", "HEAD", "POST"])
@_own_game
def preview(request: HttpRequest, row: PracticeGame) -> HttpResponse:
    """The page with the posted move in words, to confirm; with `change` its form again.

    A POST leads to the same by GET, so that the browser's way back leads past no form.
    """
    address = reverse("practice-game", args=[row.token])
    if request.method == "POST":
        fields = shortened(request.POST)
        fields.pop("csrfmiddlewaretoken", None)
        return SeeOther(address if CHANGE in fields else f"{address}preview/?{fields.urlencode()}")
    now, post = standing_of(row), shortened(request.GET)
    if whole_number(post.get("after", "")) != now.number:
        return SeeOther(address)

    def described(wire: Wire) -> tuple[Description, bool]:
        rules, state = now.rules, now.state
        check_own(now, wire)
        is_rolled = bool(rules.dice_of(state, wire))
        move = rules.read_move(state, wire, is_rolled=not is_rolled)
        rules.check(state, move)
        return move.describe(state), is_rolled

    page = PracticePage(now, RejectedForm(post.get("form", ""), post))
    try:
        made = preview_of(page, now.rules, _as_guided(post, page), described)
    except Refused as refused:
        return _refused(request, row, refused)
    page.preview = made
    status = UNPROCESSABLE if made.error else 200
    return render_page(request, "practice/game.html", page, status)


def _as_guided(post: QueryDict, page: PracticePage) -> QueryDict:
    """With the number that the guided game asks for, if there is none yet."""
    names = post.get("numbers", "").split()
    found = post.copy()
    for name in names:
        if page.step and not post.get(name) and name in page.step.fields:
            found[name] = str(page.step.fields[name])
    return found


@require_POST
@_own_game
def move(request: HttpRequest, row: PracticeGame) -> HttpResponse:
    """Make a move, or what `do` says: accept, decline, undo or delete."""
    post = request.POST
    do, after = post.get("do", ""), whole_number(post.get("after", ""))
    if do == "delete":
        page = PracticePage(standing_of(row))
        practice_delete(row)
        return SeeOther(page.start_address or reverse("home"))
    try:
        key = key_of(post)
        if do == "undo":
            row = practice_undo(row, after, key)
        elif do in ("accept", "decline"):
            row = practice_answer(row, do == "accept", after, key)
        else:
            row = practice_play(row, wire_of(post), after, key)
    except (Refused, Stale) as error:
        return _refused(request, row, error)
    except PracticeGame.DoesNotExist:  # deleted meanwhile
        raise Http404 from None
    if row.classroom and row.finished:
        finish_note(row, student_in(request, row.classroom))
    return SeeOther(reverse("practice-game", args=[row.token]))


def _refused(request: HttpRequest, row: PracticeGame, error: Refused | Stale) -> HttpResponse:
    if isinstance(error, Stale):
        status = CONFLICT
        sentence = gettext("Nothing was done: the game has gone on since this page was loaded.")
    else:
        status, sentence = UNPROCESSABLE, str(error)
    page = PracticePage(standing_of(row))
    page.error = sentence
    return render_page(request, "practice/game.html", page, status)


def _told(
    now: Standing, happened: Sequence[Happened], seats: Mapping[str, SeatLabel]
) -> list[Told]:
    made = sum(one.what == MADE for one in happened)
    steps = iter(list(now.timeline.steps())[:made][::-1])
    found = []
    for place, one in enumerate(happened):
        own = one.by == now.row.player or (place == 0 and now.number > 1)
        if one.what == MADE:
            step = next(steps)
            if step.move.only_ends_turn(step.before) and not own:
                continue
            sentence = str(step.move.describe(step.before)).replace(" → ", "\u00a0→\u00a0")
        elif one.what == ASKED:
            continue
        else:
            offer = now.rules.read_move(now.state, one.wire).describe(now.state).action
            facts = {"name": seats[one.by].name, "offer": offer}
            sentence = gettext("%(name)s declines: %(offer)s") % facts
        found.append(Told(seats[one.by], sentence, own, _why(now, one)))
    return found


def _why(now: Standing, one: Happened) -> str:
    """A bot's reason. What only its seat may know is told at the end, or in the guided game."""
    if not one.is_secret or now.row.is_guided or now.timeline.is_over:
        return one.why
    facts = {"goals": now.rules.goals_word}
    return gettext("Its %(goals)s are secret until the game is over.") % facts


def _hint(now: Standing) -> Told:
    found = hint(now.game)
    seats = {seat.id: seat for seat in now.rules.seats_of(now.state)}
    move = now.rules.read_move(now.state, found.wire)
    sentence = move.describe(now.state).action
    if now.game.asked:
        sentence = gettext("Decline.") if found.what == DECLINED else gettext("Accept.")
    return Told(seats[now.row.player], sentence, True, found.why)


FEATURE = Feature(
    urls=(
        path("practice/", start.practice, name="practice"),
        path("practice/<slug:token>/", game, name="practice-game"),
        path("practice/<slug:token>/offer/", offer, name="practice-offer"),
        path("practice/<slug:token>/preview/", preview, name="practice-preview"),
        path("practice/<slug:token>/move/", move, name="practice-move"),
        path("join/<str:code>/practice/", start.class_practice, name="class-practice"),
        path("classes/<int:pk>/practice/", start.class_settings, name="class-practice-settings"),
    ),
    forget_person=lambda person: person.practised.clear(),
)
