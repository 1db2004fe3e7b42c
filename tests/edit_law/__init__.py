"""The edit law of every layout: a change moves no byte beside it, and the agent's own write keeps what it touched."""
