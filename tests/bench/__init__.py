"""Benchmarks: every figure is a ratio to a floor measured in the same run, never a bare time."""
