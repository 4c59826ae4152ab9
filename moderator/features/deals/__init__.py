"""What players agree on: offers of moves, objections, contacts and promises.

Start with `offers.py`, about moves that two players agree on and what was recorded wrongly, and
`records.py`, about the diplomatic records.
"""
