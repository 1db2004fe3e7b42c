"""Memdesk: see, edit, review and prune what AI agents remember, while they run."""

__version__ = "0.1.0"
