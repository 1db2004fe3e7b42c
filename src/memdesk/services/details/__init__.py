"""How a save of one document would go, step by step."""
