"""Long runs of the real program among busy agents: `python -m tests.soak --minutes 10`."""
