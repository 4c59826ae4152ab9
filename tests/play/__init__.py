"""Classes, games and logs."""
