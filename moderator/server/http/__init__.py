"""Between the socket and Django: limits on heads and bodies, and the bridge to the pages."""
