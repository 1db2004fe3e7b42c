"""Changes by other programs: hints from the system, settled, then proven by comparing bytes."""
