"""A user, an agent and bad luck as a state machine over real files: whatever happens, no byte anyone wrote is lost."""
