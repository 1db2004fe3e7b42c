"""Memories whose project folder is gone, and how they come into a new home."""
