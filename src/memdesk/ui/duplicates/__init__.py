"""What is remembered twice or contrarily, and the editor that makes one entry of several."""
