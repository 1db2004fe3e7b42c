"""Entries that repeat or contradict one another, and the editor that merges several into one."""
