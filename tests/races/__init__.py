"""Agents in processes of their own against the real save: nothing is lost but what an agent itself wrote over.

`python -m tests.races --minutes 10 --seed 1 --writers 4` is the long run; with `--evidence FOLDER` it leaves there all
that is known of a round in which a promise broke. `python -m tests.races.virtual` is the same in virtual time: quicker,
and again by its seed.
"""
