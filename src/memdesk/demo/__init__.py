"""Agents that are busy on throwaway copies of the samples, for a demonstration and for tests.

They run in a process of their own and know nothing of Memdesk's saves: what they write is what the layouts say that the
real ones would write, in the manner of the real ones, half-written files included.
"""
