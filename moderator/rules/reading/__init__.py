"""Reading input: JSON fields, typed words, TOML."""
