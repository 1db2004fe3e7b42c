"""The screen "Prune"."""
