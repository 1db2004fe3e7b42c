"""This machine as layouts see it, and views laid over that: unsaved buffers, texts to try, what was read before."""
