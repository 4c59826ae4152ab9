"""Questions about attacks and trades: between whom, and where."""

from __future__ import annotations

from collections.abc import Iterator

from moderator.rules.age_of_iron.flow import rfs_text
from moderator.rules.age_of_iron.past.facts import DebriefQuestion, Facts
from moderator.rules.age_of_iron.past.turning import presence_changes
from moderator.rules.age_of_iron.state import pair
from moderator.rules.task import listed

MOST_MOVES = 6
"""Moves that a question names, at most."""


def largest_attack(facts: Facts) -> Iterator[DebriefQuestion]:
    """The attack in which both sides together lost most."""
    one = max(facts.attacks, key=lambda attack: attack.lost, default=None)
    if one is None or not one.lost:
        return
    attacker, defender = facts.name(one.attacker), facts.name(one.defender)
    yield DebriefQuestion(
        f"The largest attack was move {one.number}: in {facts.place(one.region)} {attacker} lost "
        f"{rfs_text(one.attacker_lost)} and {defender} {rfs_text(one.defender_lost)}. What did it "
        f"bring {attacker}, and was there a cheaper way?",
        (one.number,),
    )


def partners_at_war(facts: Facts) -> Iterator[DebriefQuestion]:
    """The first two countries that traded, and fought later."""
    for attack in facts.attacks:
        sides = pair(attack.attacker, attack.defender)
        before = [
            trade.number
            for trade in facts.trades
            if pair(trade.player, trade.partner) == sides and trade.number < attack.number
        ]
        if before:
            yield DebriefQuestion(
                f"{facts.names(sides)} traded (move {before[-1]}), but "
                f"{facts.name(attack.attacker)} attacked in move {attack.number}. What had "
                "changed between them?",
                (before[-1], attack.number),
            )
            return


def home_entered(facts: Facts) -> Iterator[DebriefQuestion]:
    """The first Presence of a country in somebody else's home."""
    for step in facts.steps:
        for player, region, is_new in presence_changes(step):
            owner = step.after.scenario.home_owner[region]
            if is_new and owner is not None and owner != player:
                home, name = facts.place(region), facts.name(owner)
                where = f"{home} itself" if home == name else f"{home}, the home of {name}"
                yield DebriefQuestion(
                    f"In Game-turn {step.turn} {facts.name(player)} got a Presence in {where} "
                    f"(move {step.number}). What did each of them leave undone?",
                    (step.number,),
                )
                return


def never_attacked(facts: Facts) -> Iterator[DebriefQuestion]:
    """Countries that nobody attacked, although there were attacks."""
    attacked = {attack.defender for attack in facts.attacks}
    for player in range(len(facts.now.hand)) if facts.attacks else ():
        own = [one.number for one in facts.attacks if one.attacker == player]
        own += [one.number for one in facts.trades if player in (one.player, one.partner)]
        if player not in attacked and own:
            moves = tuple(sorted(own)[:MOST_MOVES])
            numbers = listed([str(number) for number in moves], "and")
            word = "move" if len(moves) == 1 else "moves"
            yield DebriefQuestion(
                f"Nobody attacked {facts.name(player)}, which attacked or traded itself in {word} "
                f"{numbers}. What protected it?",
                moves,
            )
