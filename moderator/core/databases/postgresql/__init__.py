"""Django's PostgreSQL backend with a timeout for connections that hang."""
