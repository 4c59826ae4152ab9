"""Classes, games and their logs: what is stored, who may what, and every write."""
