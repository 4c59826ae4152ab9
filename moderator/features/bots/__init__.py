"""The program plays seats of live games, beside people.

`write.py` puts it there and takes it away, and makes its next move as its seat sees the game;
`playing.py` is the process that does so, at a pace that can be watched.
"""
