"""The time of a lesson: clocks, pauses, starts and stops of games, announcements.

`write.py` has clocks, pauses, starts and stops; the present clock of a group is read in
`moderator/core/lesson.py`. Start with `class_clock` in `pages.py`; what is done
for all groups of a class at once, such as pausing it, is in `all_groups.py`.
"""
