"""What says the same, on sets made by rule: `python -m tests.similar --texts 10000 --seed 7` prints the figures."""
