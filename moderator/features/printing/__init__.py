"""What people print: sheets of a game, sheets of a class, and packs of all of them.

Start with `sheet_pdf` in `pages.py` and `PrintedGame` in `game_sheets.py`; sheets are drawn by
`moderator/sheets/`. `write.py` makes one PDF for a whole class, in a process of its
own.
"""
