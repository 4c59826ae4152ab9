"""Reading what comes in: JSON fields, typed words, TOML."""
