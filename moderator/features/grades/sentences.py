"""How grades are made, in sentences: the same on the page and in the files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext

from moderator.features.grades.read import (
    AMONG,
    ATTENDANCE,
    MESSAGES,
    NOTES,
    PLACE,
    POINTS,
    PROMISES,
    ROUNDS,
    Counting,
    GradedClass,
)


def labels_of(graded: GradedClass) -> dict[str, str]:
    """What each part is called."""
    words = _words(graded)
    return {
        POINTS: gettext("Points"),
        PLACE: gettext("Place in the group"),
        AMONG: gettext("Place among the same %(seat)s") % words,
        ROUNDS: gettext("%(round)ss played") % words,
        PROMISES: gettext("Promises kept"),
        MESSAGES: gettext("Messages written"),
        ATTENDANCE: gettext("Attendance"),
        NOTES: gettext("Notes on participation"),
    }


def explained(graded: GradedClass) -> Mapping[str, str]:
    """How much of its maximum each part gives."""
    words = _words(graded)
    return {
        POINTS: gettext("divided by the most that anybody in the class has in the same scenario"),
        PLACE: gettext(
            "the first gets the maximum, the last nothing, those between equal steps; who ties has "
            "the place of the tie"
        ),
        AMONG: gettext(
            "the same %(seat)s in all groups of the scenario: the best gets the maximum, the last "
            "nothing"
        )
        % words,
        ROUNDS: gettext("how many are complete, divided by the most that any group completed"),
        PROMISES: gettext("those kept, divided by those kept or broken; open ones don’t count"),
        MESSAGES: gettext("how many, divided by the most that anybody in the class wrote"),
        ATTENDANCE: gettext(
            "the maximum for who has joined, isn’t marked as absent and was there in the last "
            "lesson in which something was played; else nothing"
        ),
        NOTES: gettext(
            "how many, divided by the most about anybody in the class; what they say isn’t judged"
        ),
    }


def formula(graded: GradedClass, counting: Counting) -> Iterator[str]:
    """The formula, what its parts are, and what was decided about special cases."""
    yield gettext(
        "Grade = %(total)d × what was reached ÷ the maxima of what could be reached, rounded to "
        "one decimal."
    ) % {"total": counting.total}
    labels, how = labels_of(graded), explained(graded)
    for part in counting.parts:
        facts = {"part": labels[part], "most": counting.most[part], "how": how[part]}
        yield gettext("%(part)s, at most %(most)d: %(how)s.") % facts
    yield from decisions(graded)


def decisions(graded: GradedClass) -> Iterator[str]:
    """What was decided about special cases."""
    words = _words(graded)
    yield gettext(
        "What can’t be said of somebody (–) is left out, and the rest counts for more: without "
        "promises that were judged, without anybody to compare with, or where a game has no such "
        "thing."
    )
    yield gettext(
        "Ties: equal points have the same place, the better one; where the rules break a tie for "
        "the first place, so does this."
    )
    yield (
        gettext(
            "Stopped games count as after their last complete %(round)s; without one, points and "
            "places can’t be said. Games that are still played count as if they ended now."
        )
        % words
    )
    yield gettext(
        "The newest game counts that each group has started; for somebody with seats in several "
        "groups, the one that was started last."
    )
    yield gettext(
        "Several people in one seat share its points, places and promises. A message counts for "
        "who wrote it; one that a moderator entered, for everybody in the seat."
    )
    yield gettext(
        "Who has changed seats has the points, places and promises of the present seat, and all "
        "their own messages."
    )
    yield gettext(
        "Who was absent and has no seat: nothing of the game can be said, so the grade is 0 if "
        "attendance counts, and else empty."
    )
    yield gettext(
        "Who was there without a seat gets nothing for the game. Of who moderates a group, nothing "
        "of the game can be said."
    )
    yield gettext(
        "Who isn’t on the roster is listed after those who are, and is left out of the files for "
        "Canvas and Moodle."
    )
    if hidden := graded.hidden:
        yield gettext(
            "%(groups)s: only the players may read their promises, so they don’t count."
        ) % {"groups": ", ".join(hidden)}


def _words(graded: GradedClass) -> dict[str, str]:
    return {
        "seat": graded.word("seat_word", gettext("seat")),
        "round": graded.word("round_word", gettext("round")),
    }
