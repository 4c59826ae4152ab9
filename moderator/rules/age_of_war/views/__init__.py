"""What a page or a sheet shows of a state."""
