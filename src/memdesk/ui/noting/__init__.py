"""Quick notes: the dialog that takes one, and what goes on behind it."""
