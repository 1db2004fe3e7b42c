"""One box for everything: commands, documents, sections, entries and settings by name."""
