"""Layouts, each against the facts measured on its agent."""
