"""One open document: its buffer, the text on disk, and how the two come together."""
