"""Attack: two players with RFs in one region remove some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from moderator.rules.age_of_iron.moves.correct import corrections
from moderator.rules.age_of_iron.scenario import ATTACKER_ADVANTAGE, EQUAL, ODDS_TABLE, PRESENCE_RFS
from moderator.rules.age_of_iron.state import (
    REGION,
    State,
    check_hand_placed,
    check_revealed,
    pair,
    rfs_text,
)
from moderator.rules.age_of_iron.typed_words import (
    Example,
    all_names,
    countries,
    example,
    missing,
    named_first,
    names_and_numbers,
    regions,
    short_country,
    short_place,
    typed_player,
    typed_region,
)
from moderator.rules.command import begun, match, number, open_choices
from moderator.rules.errors import Refused, number_text, printable
from moderator.rules.kinds import PLAYER, Form, field, form_of, whole
from moderator.rules.move import DIE, FLAG, Description, Dice, Mark, PlayersMove, check_turn
from moderator.rules.offer import Choice, Choices
from moderator.rules.seating import listed

# The losses of an attack under each of the three combat rules.

ODDS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1")
"""The columns of the odds table; the last one is also used for all higher odds."""

ODDS_LETTERS = (
    "XDDDDD",
    "XXDDDD",
    "XXXDDD",
    "AXXXDD",
    "AXXXXD",
    "AAXXXX",
)
"""A row for each die, 1 to 6. Source: docs/rules/age-of-iron.md, "attack"."""


def odds_column(attacker: int, defender: int) -> int | None:
    """The column of the odds table, 0 to 5; None below 1-2. Both arguments are at least 1.

    >>> odds_column(14, 5), odds_column(9, 10), odds_column(4, 10)
    (2, 0, None)
    """
    if attacker >= defender:
        return min(attacker // defender, 5)
    return 0 if 2 * attacker >= defender else None


def check_strength(state: State, player: int, defender: int, region: int, rfs: int | None) -> None:
    """Raise `too-many-rfs` or, with the odds table, `odds-too-low`."""
    mine, theirs = state.chart[region][player], state.chart[region][defender]
    place = state.region_name(region)
    if state.options.combat == ODDS_TABLE:
        if odds_column(mine, theirs) is None:
            raise Refused(
                "odds-too-low",
                "{name} has {rfs} in {place} against {theirs}: an attack needs at least half, "
                "{half}.",
                name=state.player_name(player),
                rfs=rfs_text(mine),
                place=place,
                theirs=theirs,
                half=(theirs + 1) // 2,
            )
    elif rfs is not None and rfs > min(mine, theirs):
        weaker, most = (player, mine) if mine <= theirs else (defender, theirs)
        raise Refused(
            "too-many-rfs",
            "{name} has {has} in {place}, so an attack there can take at most {most}, not {rfs}.",
            name=state.player_name(weaker),
            has=rfs_text(most),
            place=place,
            most=most,
            rfs=number_text(rfs),
        )


def most_that_keeps_presence(state: State, player: int, defender: int, region: int) -> int:
    """The most RFs with which the player can attack and still have a Presence there afterwards.

    Returns: 0 without such a number: the player has none there, or none to spare.
    """
    mine, theirs = state.chart[region][player], state.chart[region][defender]
    kept = 1 if state.options.combat == ATTACKER_ADVANTAGE else 0
    return max(0, min(mine, theirs, mine - PRESENCE_RFS + kept)) if mine >= PRESENCE_RFS else 0


# Whom a typed attack means, and where; `a syria 2` is enough if nobody else is there.

Target = tuple[int, int]
"""A defender and a region."""
_IN = "in"


def target(state: State, player: int, names: Sequence[str], example: Example) -> Target:
    """The defender and the region that the words mean.

    Raises:
        Refused: `not-understood` or `ambiguous`; two that could be meant are never guessed.
    """
    if _IN in names[:-1]:
        at = list(names).index(_IN)
        where, who = names[at + 1], [*names[:at], *names[at + 2 :]]
        if len(who) == 1:
            return _number(state, who[0], where)
        names = [*who, where]
    if not names:
        name = state.player_name(player)
        raise missing("Where does {name} attack, and whom?", example(None), name=name)
    if len(names) > 2:
        raise missing("Type one country and one region.", example(None))
    if len(names) == 1:
        return _one_word(state, player, names[0], example)
    return _two_words(state, player, names[0], names[1])


def lines_of(state: State, player: int, who: int, where: int) -> list[str]:
    """The words that mean this attack, without a number: the defender may come first or last."""
    defender, region = state.player_id(who), state.region_id(where)
    lines = [f"attack {defender} {region}", f"attack {region} {defender}"]
    if len(_others(state, player, where)) == 1 and not begun(region, countries(state)):
        lines.insert(1, f"attack {region}")
    home = state.scenario.region_numbers.get(defender)
    owner = state.scenario.player_numbers.get(region)
    if home is None or owner in (None, who) or owner not in _others(state, player, home):
        return lines
    return [f"attack {defender} in {region}"]  # the other order would be possible, too


def _number(state: State, who: str, where: str) -> Target:
    return state.player(typed_player(state, who)), state.region(typed_region(state, where))


def _two_words(state: State, player: int, one: str, other: str) -> Target:
    """In either order; if both orders are possible now, it is ambiguous."""
    found: list[Target] = []
    refusals: list[Refused] = []
    for who, where in ((one, other), (other, one)):
        try:
            found.append(_number(state, who, where))
        except Refused as refused:
            refusals.append(refused)
    if not found:
        raise next((one for one in refusals if one.code == "ambiguous"), refusals[0])
    possible = [(who, where) for who, where in found if who in _others(state, player, where)]
    if len(set(possible)) > 1:
        first, second = (_in_words(state, one) for one in possible)
        message = "That could be {first} or {second}: type “in” before the region."
        raise Refused("ambiguous", message, first=first, second=second)
    return (possible or found)[0]


def _one_word(state: State, player: int, word: str, example: Example) -> Target:
    """A region in which there is only one whom the player could attack."""
    places, who = begun(word, regions(state)), begun(word, countries(state))
    if len(places) > 1 or len(who) > 1 or not (places or who):
        match(word, all_names(state), "country or region")
    name = state.player_name(player)
    here = [(one, places[0]) for one in _others(state, player, places[0])] if places else []
    country = next((one for one in who if one != player), None)
    if country is None:
        if len(here) == 1:
            return here[0]
        if places:
            _ask_whom(state, name, here, places[0], example)
    shared = [
        (country, place)
        for place in range(len(state.chart))
        if country is not None and country in _others(state, player, place)
    ]
    if country is not None and here and {*here, *shared} != {here[0]}:
        line = example(state.player_id(country))
        message = "“{typed}” could be the country or the region: name both."
        more = " For example: “{line}”." if line else ""
        raise Refused("ambiguous", message + more, typed=printable(word), line=line)
    if here:
        return here[0]
    other = state.player_name(player if country is None else country)
    line = example(None if country is None else state.player_id(country))
    raise missing("In which region does {name} attack {other}?", line, name=name, other=other)


def _ask_whom(
    state: State, name: str, here: Sequence[Target], place: int, example: Example
) -> None:
    if not here:
        message = "{name} can’t attack anybody in {place}: they have no RFs there together."
        raise missing(message, example(None), name=name, place=state.region_name(place))
    others = listed([state.player_name(who) for who, _ in here], "or")
    question, line = (
        "Whom does {name} attack in {place}: {others}?",
        example(state.region_id(place)),
    )
    raise missing(question, line, name=name, place=state.region_name(place), others=others)


def _others(state: State, player: int, place: int) -> list[int]:
    """Those with RFs in the region, if the player has some there too."""
    row = state.chart[place]
    return [one for one, rfs in enumerate(row) if rfs and one != player] if row[player] else []


def _in_words(state: State, one: Target) -> str:
    return f"{state.player_name(one[0])} in {state.region_name(one[1])}"


# The move.


@dataclass(frozen=True, slots=True)
class Attack(PlayersMove[State]):
    """A player attacks a defender in a region with `rfs`, or with a `die` (odds table)."""

    verb = "attack"
    words = ("attack", "a")
    label = "attacks"
    button = "Attack"
    confirm = "Attack with {number}"
    question = "Opponent and region"
    unit = "RFs"
    usual_reason = "keep Presence"
    counted = "attacks"

    defender: int = field(PLAYER)
    region: int = field(REGION)
    rfs: int | None = field(whole(1), default=None)
    die: int | None = field(whole(1, 6), rolled=True)

    @classmethod
    def form(cls, state: State) -> Form:
        return form_of(cls, "rfs" if _has_die(state) else "die")

    @classmethod
    def dice(cls, state: State) -> tuple[Dice, ...]:
        """The attacker's die, if the odds table is used."""
        return (Dice("die", DIE),) if _has_die(state) else ()

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `wrong-phase` or `not-your-turn`."""
        check_revealed(state, "Attacks are made")
        check_turn(state, player)

    def check(self, state: State) -> None:
        """Raise the first refusal that applies.

        Source: docs/rules/age-of-iron.md, "attack".
        """
        name, defender = state.player_name(self.player), state.player_name(self.defender)
        if self.player == self.defender:
            raise Refused("bad-target", "{name} can’t attack itself.", name=name)
        check_hand_placed(state, self.player)
        self._check_place(state, name, defender)
        if pair(self.player, self.defender) in state.traded:
            message = (
                "{name} and {defender} traded in this Game-turn, so they may not attack each "
                "other in it."
            )
            raise Refused("traded-this-turn", message, name=name, defender=defender)
        self._check_home(state, name, defender)
        check_strength(state, self.player, self.defender, self.region, self.rfs)

    def _check_place(self, state: State, name: str, defender: str) -> None:
        row, place = state.chart[self.region], state.region_name(self.region)
        for side, who in ((self.player, name), (self.defender, defender)):
            if row[side] == 0:
                message = "{who} has no RFs in {place}."
                raise Refused("nothing-there", message, who=who, place=place)
        if (self.defender, self.region) in state.attacked:
            message = (
                "{name} has already attacked {defender} in {place} in this turn; choose a "
                "different opponent or region."
            )
            raise Refused("already-attacked", message, name=name, defender=defender, place=place)

    def _check_home(self, state: State, name: str, defender: str) -> None:
        home = state.scenario.homes[self.player]
        if not state.options.home_first or home is None or home == self.region:
            return
        if state.has_presence(self.defender, home):
            message = (
                "{defender} has a Presence in {home}, {name}’s home: it must be attacked there "
                "first."
            )
            place = state.region_name(home)
            raise Refused("home-presence", message, defender=defender, home=place, name=name)

    def apply(self, state: State) -> State:
        """The state after both sides' losses; the attack is remembered for this turn."""
        mine, theirs, _ = self._result(state)
        row = state.chart[self.region]
        cells = {
            (self.region, self.player): row[self.player] - mine,
            (self.region, self.defender): row[self.defender] - theirs,
        }
        return state.with_cells(
            cells,
            attacked=state.attacked | {(self.defender, self.region)},
            fought=state.fought | {pair(self.player, self.defender)},
        )

    def _result(self, state: State) -> tuple[int, int, str]:
        """The RFs that attacker and defender remove, and a phrase that says so.

        Source: docs/rules/age-of-iron.md, "attack".
        """
        if self.rfs is not None:
            less = 1 if state.options.combat == ATTACKER_ADVANTAGE else 0
            killed, lost = self.rfs, self.rfs - less
            words = f"they remove {lost} and {killed}" if less else f"each removes {lost}"
            return lost, killed, words
        row = state.chart[self.region]
        mine, theirs = row[self.player], row[self.defender]
        column = odds_column(mine, theirs)
        if column is None or self.die is None:
            return 0, 0, "the odds are too low"
        letter, both = ODDS_LETTERS[self.die - 1][column], min(mine, theirs)
        lost, killed, outcome = {
            "D": (0, theirs, f"{state.player_name(self.defender)} removes all"),
            "A": (mine, 0, f"{state.player_name(self.player)} removes all"),
            "X": (both, both, f"each removes {both}"),
        }[letter]
        return lost, killed, f"at {ODDS[column]} that is {letter}, {outcome}"

    def describe(self, before: State) -> Description:
        """The outcome has both sides' numbers before and after."""
        player, defender = before.player_name(self.player), before.player_name(self.defender)
        action = f"{player} attacks {defender} in {before.region_name(self.region)}"
        if self.rfs is None and self.die is None:
            return Description(action)
        action += f" with {self.rfs}" if self.die is None else f" and rolls {self.die}"
        mine, theirs = (before.chart[self.region][side] for side in (self.player, self.defender))
        if not mine or not theirs:
            return Description(action)  # it will be refused, so it has no outcome
        lost, killed, words = self._result(before)
        numbers = f"({mine} → {mine - lost}, {theirs} → {theirs - killed})"
        return Description(action, f": {words} {numbers}")

    def mark(self) -> Mark:
        return Mark(FLAG, "attack by", (self.player, self.defender))

    @classmethod
    def says_why(cls, state: State, player: int) -> bool:
        """Once the hand is placed, it is what the player would do next."""
        return not state.must_place(player)

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """Each region and defender where both sides have RFs, once the hand is placed."""
        has_die = _has_die(state)

        def choice(place: tuple[int, int]) -> Choice:
            region, defender = place
            mine, theirs = (state.chart[region][one] for one in (player, defender))
            least = cls(player, defender, region)
            return least.choice(
                state,
                f"{state.player_name(defender)} in {state.region_name(region)}",
                number="die" if has_die else "rfs",
                high=6 if has_die else min(mine, theirs),
                note=f"{mine} against {theirs}",
                usual=0 if has_die else most_that_keeps_presence(state, player, defender, region),
            )

        shared = [
            (region, defender)
            for region, row in enumerate(() if state.must_place(player) else state.chart)
            if row[player]
            for defender, theirs in enumerate(row)
            if theirs and defender != player
        ]
        return Choices(shared, choice)

    @classmethod
    def no_choice(cls, state: State, player: int) -> Refused | None:
        """The hand is not placed, or there is nobody to attack."""
        if state.must_place(player):
            return cls(player, (player + 1) % len(state.hand), 0).why_not(state)
        message = "{name} shares no region with another country’s RFs."
        return Refused("nothing-there", message, name=state.player_name(player))

    @classmethod
    def rules_in_short(cls, state: State) -> Iterator[str]:
        yield (
            "Once all your RFs are placed, attack a country in a region where both of you have RFs."
        )
        if state.options.combat == EQUAL:
            yield "Say how many RFs, at most what the weaker side has there: both remove that many."
        elif state.options.combat == ATTACKER_ADVANTAGE:
            yield (
                "Say how many RFs, at most what the weaker side has there: the defender removes "
                "that many, you remove one less."
            )
        else:
            yield "You need at least half as many RFs there as the defender. Then a die is rolled."
            yield (
                "D on the odds table: the defender removes all; A: you remove all; X: both remove "
                "what the weaker side has."
            )
        yield "In one turn you may attack the same country in the same region only once."
        if state.options.home_first and any(player.home for player in state.scenario.players):
            yield "If a country has a Presence in your home, you may attack it only there."

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """A region, its defender unless only one is possible, and the number.

        The die may be missing, as somebody else may roll it.
        """
        names, numbers = names_and_numbers(state, words)
        names = [name for name in names if name != "with"]
        who, where = target(
            state, player, names, lambda naming: example(state, cls, player, naming)
        )
        found = {"defender": state.player_id(who), "region": state.region_id(where)}
        if len(numbers) > 1:
            raise missing("Type one number.", example(state, cls, player))
        if _has_die(state):
            return {**found, **({"die": number(numbers[0], "the die", 1, 6)} if numbers else {})}
        if numbers:
            return {**found, "rfs": number(numbers[0], "RFs", 1)}
        if refused := cls(player, who, where, 1).why_not(state):
            raise Refused("not-understood", refused.message, **refused.facts)
        line = f"{lines_of(state, player, who, where)[0]} 1"
        name, other = state.player_name(player), state.player_name(who)
        question = "With how many RFs does {name} attack {other} in {place}?"
        raise missing(question, line, name=name, other=other, place=state.region_name(where))

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """Both orders; the RFs have to be said, and a die is rolled."""
        player, who = (state.player(choice.values[name]) for name in ("player", "defender"))
        lines = lines_of(state, player, who, state.region(choice.values["region"]))
        if not _has_die(state):
            return tuple(f"{line} #" for line in lines)
        return tuple(one for line in lines for one in (line, f"{line} #"))

    @classmethod
    def typed_examples(cls, state: State, player: int) -> Iterator[tuple[str, Self, str]]:
        """An attack that is possible now, if there is one."""
        who, where, rfs = (player + 1) % len(state.hand), named_first(state)[0], 2
        if one := next(open_choices(state, cls, player), None):
            who, where = state.player(one.values["defender"]), state.region(one.values["region"])
            rfs = min(one.high, 2)
        line = f"a {short_country(state, who)} {short_place(state, where)}"
        if _has_die(state):
            yield line, cls(player, who, where), "; add the die if it is rolled on the table"
        else:
            more = "; if nobody else is there, leave out who"
            yield f"{line}{rfs}", cls(player, who, where, rfs), more

    def lines_instead(self, state: State, code: str) -> tuple[str, ...]:
        """Corrections of both cells, unless it was not the time for it."""
        if self.rfs is None or code not in _ON_PAPER:
            return ()
        return corrections(state, self.apply(state), self.region)


_ON_PAPER = (
    "too-many-rfs",
    "nothing-there",
    "already-attacked",
    "traded-this-turn",
    "home-presence",
)
"""The refusals of attacks that can be made nevertheless where no program looks on."""


def _has_die(state: State) -> bool:
    return state.options.combat == ODDS_TABLE
