"""Order slips: orders that are written secretly and revealed all at once.

What is on a slip is secret until the reveal. Start with `read.py` (the slips of a game) and
`write.py` (writing, sealing, revealing).
"""
