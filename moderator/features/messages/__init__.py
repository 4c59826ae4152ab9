"""Messages between players on their phones, in games where they talk through these alone.

Who may read them is in the game's settings: those who write or get one, and teachers where that is
allowed. Start with `part.py` (what somebody may read) and `write.py` (sending).
"""
