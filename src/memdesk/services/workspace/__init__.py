"""All open roots and documents, which of them are chosen and may be written, and what is kept of unsaved text."""
