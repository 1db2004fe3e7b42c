"""Several entries that say the same become one."""
