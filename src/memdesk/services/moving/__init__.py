"""How something to remember is written in an agent's grammar, also where it comes from another agent."""
