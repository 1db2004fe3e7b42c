"""What is read from a log of `strace`."""

from __future__ import annotations

from tests.faults.calls import made_in, struck_in

INTERRUPTED = (
    "11    write(3<anon_inode:[eventfd]>, 8 <unfinished ...>\n"
    '12    unlinkat(13</root>, "a", 0 <unfinished ...>\n'
    "11    <... write resumed>)  = 8\n"
)


def test_a_call_that_another_thread_comes_between_is_one_call() -> None:
    resumed = "12    <... unlinkat resumed>)  = -1 EIO (Input/output error) (INJECTED)\n"
    struck = '13</root>, "a", 0 )  = -1 EIO (Input/output error) (INJECTED)'
    assert made_in(INTERRUPTED + resumed) == [
        ("11", "write", "3<anon_inode:[eventfd]>, 8 )  = 8"),
        ("12", "unlinkat", struck),
    ]
    assert struck_in(INTERRUPTED + resumed) == f"unlinkat({struck}"


def test_a_call_that_a_kill_cut_off_is_the_one_that_was_struck() -> None:
    killed = INTERRUPTED + "12    <... unlinkat resumed>)  = ?\n12    +++ killed by SIGKILL +++\n"
    assert struck_in(killed).startswith("unlinkat(")
    assert struck_in(killed.replace("12    <... unlinkat resumed>)  = ?\n", "")).startswith("unlinkat(")
    assert struck_in(INTERRUPTED) == ""
