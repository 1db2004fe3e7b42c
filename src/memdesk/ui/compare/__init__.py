"""The compare view: your text, the text before and theirs side by side, and the text that results."""
