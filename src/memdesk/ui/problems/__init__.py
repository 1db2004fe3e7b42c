"""The screen "Problems": everything that is wrong in the open folders, worst first."""
