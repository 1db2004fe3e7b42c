"""What agents wrote since the user looked, and what can be done with it."""
