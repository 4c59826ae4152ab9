"""Joining without an account: students by code, moderators by link or PIN."""
