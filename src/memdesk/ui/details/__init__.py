"""The details of a document: which guarantees its saves have on this disk, shown when they are asked for."""
