"""The open document as Markdown reads, without anything that loads, runs or hides."""
