"""A new game: its scenario, its options and its players."""
