"""Search in everything that is remembered and was remembered, and replacing what was found."""
