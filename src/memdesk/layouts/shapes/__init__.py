"""Shapes that many agents share, as plain functions with parameters."""
