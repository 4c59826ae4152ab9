"""The site of a class's games. docs/architecture.md says which package holds what."""
