"""Entries as rows: groups that can be filtered, sorted, edited in place, moved and pruned."""
