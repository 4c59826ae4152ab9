"""What several features share: models of games and people, logs, permissions, frames, responses.

Start with `models.py`, `log.py` (a game's stored log) and `recording.py` (what adds to it).
"""
