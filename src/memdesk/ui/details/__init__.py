"""What a document and the saves of it stand on, shown when it is asked for."""
