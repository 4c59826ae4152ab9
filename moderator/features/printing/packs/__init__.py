"""Packs: one PDF with sheets of all groups of a class, made by a process of its own."""
