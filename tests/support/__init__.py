"""Shared code for tests, and how they are run: in parallel, from one prepared site."""
