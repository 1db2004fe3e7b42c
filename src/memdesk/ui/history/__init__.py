"""The history of a document: its versions, how each differs from the present text, and the way back."""
