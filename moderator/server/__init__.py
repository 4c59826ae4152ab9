"""The server's process: how it starts, what it listens to, what it logs."""
