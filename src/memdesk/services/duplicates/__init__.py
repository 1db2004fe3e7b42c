"""What is remembered twice, or contrarily."""
