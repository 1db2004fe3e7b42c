"""What documents held before: recorded, listed, and brought back."""
