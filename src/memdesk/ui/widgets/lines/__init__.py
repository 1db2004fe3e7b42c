"""A read-only view of numbered lines: the index preview and the diff."""
