"""What may be pruned, why, and how that is done in one step."""
