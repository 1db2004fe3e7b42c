"""Moving what one agent remembers to another one: where to, what it says there, and what finds no place."""
