"""The tree of agents, scopes, documents and sections."""
