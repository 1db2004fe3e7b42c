"""Headers and records as forms: a field for each value, which is spliced into the text alone."""
