"""What the two databases need beyond Django's own backends, and notices between processes."""
