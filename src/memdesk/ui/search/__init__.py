"""The screen "Search", and finding in the document on screen."""
