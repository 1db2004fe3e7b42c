"""The right panel: what the agent will see, and what is not saved yet."""
