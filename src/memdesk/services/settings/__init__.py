"""What the user chose: read, written, and brought along from earlier versions."""
