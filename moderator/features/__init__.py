"""Pages: the only place that knows requests and status codes."""
