"""Everything that is wrong in memory, and the repairs."""
