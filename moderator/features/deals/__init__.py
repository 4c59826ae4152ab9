"""What players agree on: offers of moves, objections, contacts and promises.

`offers/` is about moves that two players agree on, and what was recorded wrongly; `records/` about
the diplomatic records. Start with their `read.py`.
"""
