"""Which folders hold memory, of which agent, for which project, and what is in them."""
