"""Pages that belong to nobody in particular."""
