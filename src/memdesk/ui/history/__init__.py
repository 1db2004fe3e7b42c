"""The history of a document: its versions, what each had otherwise, and the way back."""
