"""The first screen: what memory was found on this computer, and what to open."""
