"""Between the socket and Django: limits on headers and bodies, and the bridge from ASGI."""
