"""How fair a scenario is among bots: reports for instructors.

Start with `pages.py`: what an instructor asks for and sees. `playing.py` plays games in several
processes; `write.py` does so for the reports that wait, in a process beside the site. What is
counted is up to a game's rules (`moderator/rules/bots.py`).
"""
