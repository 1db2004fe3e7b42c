"""What agents' own programs answered, replayed against the layouts' models and our own edits."""
