"""Why an entry may be let go: one small pure function per reason, each with its evidence."""
