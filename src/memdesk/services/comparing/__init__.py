"""A conflict side by side, and the text that results from taking pieces of either side."""
