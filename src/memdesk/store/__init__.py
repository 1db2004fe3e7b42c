"""The only code that writes: confinement, atomic swap, save, history and drafts."""
