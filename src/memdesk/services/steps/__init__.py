"""Changes that may touch several files: planned, carried out at once, watched afterwards, and undone."""
