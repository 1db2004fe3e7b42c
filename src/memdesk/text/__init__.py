"""Pure values and functions over document text: no files, no Qt, no agent names."""
