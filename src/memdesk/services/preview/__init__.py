"""What an agent gets of its memory, what it drops next, and what its own writes would lose."""
