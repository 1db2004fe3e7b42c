"""The compare view: yours, before and theirs side by side, and the text that comes of it."""
