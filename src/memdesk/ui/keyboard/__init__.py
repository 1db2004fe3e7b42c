"""The keys of actions: which they have, giving them other ones, and the page about them in the documentation."""
