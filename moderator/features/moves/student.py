"""The student's page: the chart as the student's seat sees it, and the seat's forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.core import access, ended, frames, games, log, queries
from moderator.core.access import Page, actor_of, group_for, student_in
from moderator.core.ended import is_ended
from moderator.core.errors import Stale
from moderator.core.feature import FEATURES
from moderator.core.frames import acts_here
from moderator.core.log import Fold, rules_of
from moderator.core.look import Look, shown_state
from moderator.core.models import TEXT_LETTERS, Game, Group, Person, Seat
from moderator.core.responses import CONFLICT, delivered, render_page, told
from moderator.core.seating import seat_statuses
from moderator.core.sentences import is_own_turn, map_base_of
from moderator.core.written import TYPED_MOST, concerns
from moderator.features.deals.offers import OFFERS
from moderator.features.deals.records import RECORDS
from moderator.features.deals.records_part import PromisePage, promise_page, readers_sentence
from moderator.features.moves.answers import reply_to
from moderator.features.moves.forms import (
    BOARD,
    NOTHING,
    MoveFormGroup,
    MoveFormsPage,
    MovePreview,
    RejectedForm,
    Reply,
    form_groups,
)
from moderator.features.moves.posted import check_game
from moderator.features.moves.record import NOT_RECORDED, NotRecorded, count_refusal
from moderator.features.moves.write import is_moderators_verb
from moderator.features.slips.read import ORDER_SLIPS
from moderator.rules.seating import Viewer

# What the page offers for diplomatic records.


def record_forms(look: Look, seat_id: str) -> Mapping[str, Any] | None:
    """What can be added to the seat's record: contacts with `others`, and promises; None without
    records, and before the start.

    `readers`: who can read it, as a sentence. `is_open`: whether the game is being played.
    `to_answer`: how many promises wait for the player's answer.
    """
    records = RECORDS.of(look)
    if not records.is_on or look.game.is_waiting:
        return None
    rules, state = look.rules, look.state
    is_open = not is_ended(look)
    asked = [one for one in records.promises if not one.answer and seat_id in one.others]
    return {
        "others": tuple(seat for seat in rules.seats_of(state) if seat.id != seat_id),
        "readers": readers_sentence(records.settings, rules.seat_word),
        "round_word": rules.round_word,
        "is_open": is_open,
        "can_promise": is_open and rules.promises is not None,
        "to_answer": len(asked) if is_open else 0,
        "text_letters": TEXT_LETTERS,
    }


# The student's page: the chart as the student's seat sees it, and the seat's briefing.

TURN, CHART, TALKS, GOALS = "turn", "chart", "talks", "goals"
"""Its tabs, as `?tab=` names them; what belongs to one has it as `data-tab`."""


def talks_url(group: Group, to: str = "") -> str:
    """The address of the list of talks, or of one, named by the ids of the others in it."""
    talk = f"&to={quote(to, safe=',')}" if to else ""
    return f"{reverse('play', args=[group.code])}?tab={TALKS}{talk}"


@dataclass(frozen=True)
class SeatedPlayer:
    """A student with a seat in the group's present game."""

    group: Group
    game: Game
    person: Person
    seat: Seat


class PlayerPage(MoveFormsPage):
    """What a student with a seat sees. `mates` share the seat.

    `secrets` is the game's template of what only this seat may read, which gets `view`; `options`
    are those in force, as sentences. `is_early`: no round is complete yet, so what has to be read
    once is linked on each tab. `is_writing`: the seat has an order slip now; `left`: what is left
    to place on it, None once it is sealed. `news`: how much waits to be read or answered.
    `has_acts`: whether the seat's moves are listed, to be made on the page (`is_acting`) or told to
    the moderator, with `places` as on an order slip; the answer is used only there. `can_offer`:
    players can offer each other something in this game. `sections`: what features add; `records`:
    only in games with diplomatic records, `typed_contact` a contact that was not stored, `promise`
    one being made; `lost`: a text that no form of this page has room for. `tabs`: the ids and
    labels of those that this game has, none if it has one alone; `tab`: the one that is shown.
    """

    game: Game
    after = 0
    has_acts = is_own_turn = False
    groups: tuple[MoveFormGroup, ...] = ()
    places: Any = None
    answer: Reply = NOTHING
    error = lost = tab = ""
    preview: MovePreview | None = None
    typed_contact: Any = None
    promise: PromisePage | None = None
    tabs: tuple[tuple[str, str], ...] = ()

    def __init__(
        self,
        player: SeatedPlayer,
        typed: RejectedForm | None = None,
        fold: Fold | None = None,
        asked: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """The present page, with a rejected form.

        Args:
            fold: the log, if the caller has just loaded it.
            asked: what the address asks.
        """
        self.group, self.game, self.person = player.group, player.game, player.person
        look = Look(self.game, fold or log.fold_of(self.game))
        seat_id = player.seat.player
        own = look.by(Viewer(seat=seat_id))
        self._show_game(look, own, seat_id)
        self._show_seat(look, player.seat)
        self.sections = tuple(filter(None, (one.section(own, asked) for one in FEATURES)))
        self.records = record_forms(look, seat_id)
        self.news = self._news(look, seat_id)
        if "promise" in asked:
            self.promise = promise_page(own, asked.get("to", ""), asked["promise"])
        self.is_acting = acts_here(self.game, own.viewer)
        if self.is_acting or (self.has_own_acts and not self.game.is_waiting):
            self._add_forms(look, own, seat_id, typed)
        self._add_tabs(look, TALKS if asked.get("to") else asked.get("tab", ""))
        if typed:  # which may not be on the page any more
            is_there = any(act.is_typed for act in self.own_acts)
            self.answer = reply_to(look, typed if is_there else replace(typed, form=BOARD))

    def _show_game(self, look: Look, own: Look, seat_id: str) -> None:
        game, rules, state = self.game, look.rules, shown_state(look)
        frame = frames.frame_of(self.group, look, own.viewer)
        self.live, self.version = SafeString(frame.html), frame.version
        self.feed = f"{self.address}feed"
        self.title, self.seat_word = game.title, rules.seat_word
        self.style, self.script = games.style_of(game), games.script_of(game)
        end, played = ended.end_of_stopped(look), rules.rounds_played(state)
        self.view = rules.view(end.state if end and end.round else state, ended.seen_as(own))
        self.task = frames.task_of(game, state, seat_id) or rules.task(state, seat_id)
        self.secrets = "" if game.is_waiting else frames.secrets_template(game)
        self.briefing = ended.briefing_of(game, state, seat_id)
        self.options = rules.options_in_force(state)
        self.is_early = not played[0] if played else not look.fold.number
        self.can_offer = rules.agreed is not None and rules.agreed.are_made(state)

    def _show_seat(self, look: Look, seat: Seat) -> None:
        statuses = (one for one in seat_statuses(self.game) if one.pk == seat.pk)
        status = queries.or_404(next(statuses, None))  # None: the game has just been deleted
        self.seat = status.seat
        self.mates = tuple(name for name in status.names if name != self.person.display_name)
        slip = ORDER_SLIPS.of(look).of(seat.player) if self.game.is_running else None
        self.is_writing = slip is not None
        self.left = slip.left if slip and not slip.is_sealed else None
        is_used = look.fold.number or concerns(look, seat.player) or hasattr(self.game, "pairing")
        self.is_returnable = not is_used

    def _news(self, look: Look, seat_id: str) -> int:
        """What the seat hasn't read, and what it is asked for: messages, promises and offers."""
        offers = sum(one.partner == seat_id for one in OFFERS.of(look).open)
        return self.unread + (self.records["to_answer"] if self.records else 0) + offers

    def _add_forms(self, look: Look, own: Look, seat_id: str, typed: RejectedForm | None) -> None:
        rules, state = look.rules, look.state
        self.after, self.has_acts, self.is_own_turn = look.fold.number, True, is_own_turn(own)
        # On somebody else's turn no forms are needed: the board says whose turn it is. What several
        # seats do at the same time is written down.
        is_alone = self.is_own_turn and len(rules.movers(state)) == 1
        offers = rules.offers(state, seat_id) if is_alone else ()
        mine = tuple(one for one in offers if not is_moderators_verb(self.game, one.verb))
        orders = rules.orders
        if orders and any(one.verb in orders.verbs for one in mine if one.is_open):
            self.places = orders.view(state, own.viewer, ())
        self.groups = form_groups(look, mine, typed, self.places)

    def _add_tabs(self, look: Look, asked: str) -> None:
        """Of which the asked one or the first is shown; one alone is none."""
        orders, found = look.rules.orders, dict[str, str]()
        if orders is not None and orders.are_written(look.state):
            found[TURN] = gettext("Orders")
        elif self.has_acts and self.has_own_acts:
            found[TURN] = gettext("My turn")
        found[CHART] = gettext("Chart")
        if self.sections or self.records:
            found[TALKS] = gettext("Messages")
        elif self.can_offer:
            found[TALKS] = gettext("Trades")
        if self.has_cover:
            found[GOALS] = gettext("My goals")
        if len(found) > 1:
            self.tabs = tuple(found.items())
            self.tab = asked if asked in found else next(iter(found))

    @property
    def unread(self) -> int:
        """News that nobody of the seat has read."""
        return sum(section.unread for section in self.sections)

    @property
    def open(self) -> str:
        """The talk that is shown; empty without one."""
        return "".join(section.open for section in self.sections)

    @property
    def map_base(self) -> SafeString:
        """What the map in its chart refers to, with the switch between chart and map."""
        return map_base_of(self.game)

    @property
    def has_cover(self) -> bool:
        """Whether there is anything that only this seat may read."""
        return bool(self.secrets or self.briefing)

    @property
    def acts_template(self) -> str:
        """The game's template for the forms of a phone, otherwise the one for all its forms."""
        return self._template("phone_acts.html", super().acts_template)

    @property
    def has_own_acts(self) -> bool:
        """Whether moves are made by forms, and not on the board."""
        return bool(self._template("phone_acts.html", ""))

    @property
    def address(self) -> str:
        """The page's own; those of its forms begin with it."""
        return reverse("play", args=[self.group.code])

    @property
    def has_offers(self) -> bool:
        """Whether offers between players may be on the page."""
        return rules_of(self.game).agreed is not None

    @property
    def has_slips(self) -> bool:
        """Whether orders may have to be written on slips."""
        return rules_of(self.game).orders is not None


@group_for("see-chart", "GET")
def play(request: HttpRequest, group: Group) -> HttpResponse:
    """The student's page; visitors who haven't joined or have no seat are redirected.

    `?part=parts`: only the board and its forms, for a page whose turn has come.
    """
    if student_in(request, group.classroom) is None:
        return redirect("join", code=group.code)
    player = seated_player(request, group)
    if player is None:
        return redirect("seats", code=group.code)
    template = "moves/player.html#parts" if request.GET.get("part") else "moves/player.html"
    return render_page(request, template, PlayerPage(player, asked=request.GET))


def seated_player(request: HttpRequest, group: Group) -> SeatedPlayer | None:
    """The student who asks, and the seat; None without a seat in the present game."""
    person = student_in(request, group.classroom)
    game = queries.game_now(group) if person else None
    seat = access.seat_of(actor_of(request), game) if game else None
    if person is None or game is None or seat is None:
        return None
    return SeatedPlayer(group, game, person, seat)


def player_or_404(request: HttpRequest, group: Group) -> SeatedPlayer:
    """The student who asks, and the seat; 404 without one."""
    return queries.or_404(seated_player(request, group))


# Forms of a student's page are for the seat that the page was made for, and for no other.

OTHER_SEAT = "X-Other-Seat"
"""The header by which scripts notice that the page was for another seat."""


SeatView = Callable[[HttpRequest, SeatedPlayer], HttpResponse]
SeatRefusal = Callable[[HttpRequest, Group, NotRecorded], HttpResponse]


def own_seat(*methods: str, refused: SeatRefusal | None = None) -> Callable[[SeatView], Page]:
    """Decorate a view whose URL has a group's `<code>`: it gets the student with the seat; 404
    without one.

    A form with another `seat` in it is refused: the student has been moved since the page was
    loaded. One without `seat` is of a page from before there was the field, and accepted.

    Args:
        refused: answers why nothing was stored, also because the page was of another game.
    """

    def decorate(view: SeatView) -> Page:
        @group_for("see-chart", *methods)
        @delivered
        @wraps(view)
        def wrapper(request: HttpRequest, group: Group) -> HttpResponse:
            player = player_or_404(request, group)
            before = _other_seat(request, player) if request.method == "POST" else ""
            if before:
                return _refused(request, player, before)
            if refused is None:
                return view(request, player)
            try:
                check_game(player.game, request.POST)
                return view(request, player)
            except NOT_RECORDED as error:
                return refused(request, group, error)

        return wrapper

    return decorate


def _other_seat(request: HttpRequest, player: SeatedPlayer) -> str:
    """The seat of this game for which the form was made; empty if it is the student's own."""
    asked = request.POST.get("seat", "")
    is_this_game = request.POST.get("game") == str(player.game.number)
    return asked if is_this_game and asked != player.seat.player else ""


def _refused(request: HttpRequest, player: SeatedPlayer, before: str) -> HttpResponse:
    fold = log.fold_of(player.game)
    count_refusal(Stale(fold.timeline))
    names = {seat.id: seat.name for seat in fold.timeline.seats}
    sentence = gettext(
        "You are %(now)s now; this page was for %(before)s. It has been loaded again, and nothing "
        "was stored."
    ) % {"now": names[player.seat.player], "before": names.get(before, "?")}
    if "part" in request.POST:
        response = told(sentence, CONFLICT)
        response.headers[OTHER_SEAT] = "yes"
        return response
    lost = request.POST.get("text", "")[:TYPED_MOST]
    page = PlayerPage(player)
    page.error, page.lost = sentence, lost
    return render_page(request, "moves/player.html", page, CONFLICT)
