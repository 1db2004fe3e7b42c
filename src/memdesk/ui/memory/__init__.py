"""The first screen: the tree, the open document, and what the agent will see of it."""
