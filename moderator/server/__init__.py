"""The server process: start-up, HTTP and logging."""
