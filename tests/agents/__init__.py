"""What agents' own programs do that no layout asks for: the tests' models of them, replayed against the vectors."""
