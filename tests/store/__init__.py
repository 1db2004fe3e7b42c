"""Tests of the only code that writes: real files, real locks, real second processes."""
