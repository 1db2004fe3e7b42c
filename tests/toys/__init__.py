"""Agents that nobody has, each with one file and one sample folder, as a plug-in would bring them."""
