"""Reusable parts in the look of the theme. Each takes the `ThemeManager` first; none knows a document."""
