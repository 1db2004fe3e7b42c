"""Where an error that nobody foresaw ends, and what may be told of it."""
