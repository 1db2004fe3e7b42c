"""Agents' formats, one module each. Siblings never import each other."""
