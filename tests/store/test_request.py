"""What becomes of a save that loses one race after another."""

from __future__ import annotations

from memdesk.services.documents.merging import merge_sections
from memdesk.store.exchange import LostRace
from memdesk.store.request import SaveRequest

BASE = "# Facts\n- a: 1\n- a: 2\ntorn\n- a: 3\ntorn\n"
MINE = BASE.replace("# Facts\n", "# Facts\n- mine\n")
REWRITTEN = "# Facts\n- a: 1\n- b: 1\ntorn\n"


def encoded(*texts: str) -> tuple[bytes, ...]:
    return tuple(text.encode() for text in texts)


def test_what_a_text_of_ours_had_of_others_is_not_merged_into_what_was_made_of_it() -> None:
    """An agent wrote an old copy over ours, others appended to what we had taken out, then to ours: once each."""
    base, mine = encoded(BASE, MINE)
    request = SaveRequest("a.md", base, mine, merge_sections, "edit")
    appended = encoded(REWRITTEN, BASE + "- c: 9\n- c: 10\n", BASE + "- c: 9\n")
    request = request.after_race(base, mine, LostRace(appended))

    (found,) = encoded(REWRITTEN + "- b: 10\n")
    ours = request.aim(found).data
    for line in encoded("- mine\n", "- b: 10\n", "- c: 9\n", "- c: 10\n"):
        assert ours.count(line) == 1

    disk = ours + b"- c: 11\n"
    request = request.after_race(found, ours, LostRace((disk, found + b"- d: 12\n")))
    torn = disk + b"- b: 11 learn- c: 12\ntorn\n"
    ended = request.aim(torn).data
    assert sorted(ended.split(b"\n")) == sorted((torn + b"- d: 12\n").split(b"\n"))


def test_what_was_missed_comes_in_though_a_line_beside_it_contradicts() -> None:
    """An agent wrote its old copy while another one went on with ours: of both nothing is lost that the disk has."""
    found = "# Facts\n- a: 1\n\n## Beta\n- said: once\n\n## Gamma\n- c: 1\n"
    old_copy = "# Facts\n- a: 1\n\n## Beta\n- said: first\n\n## Delta\n- d: 1\n"
    base, mine, missed = encoded(found, found.replace("# Facts\n", "# Facts\n- mine\n"), old_copy)
    request = SaveRequest("a.md", base, mine, merge_sections, "edit")
    request = request.after_race(base, mine, LostRace((missed,)))
    (disk,) = encoded(found.replace("once", "twice"))
    ended = request.aim(disk).data
    assert set(ended.split(b"\n")) == set(disk.split(b"\n")) | {b"- mine", b"## Delta", b"- d: 1"}
    assert b"- said: first" not in ended


def test_what_was_made_of_an_emptied_file_comes_in_and_takes_nothing_out() -> None:
    """An agent read the file while another one had emptied it, and wrote its one line; half a line is left out."""
    found = "# Facts\n" + "".join(f"- a: {n}\n" for n in range(9))
    base, mine, missed, disk = encoded(
        found, found.replace("# Facts\n", "# Facts\n- mine\n"), "- d: 1\n- hal", found + "- b: 1\n"
    )
    request = SaveRequest("a.md", base, mine, merge_sections, "edit")
    request = request.after_race(base, mine, LostRace((missed,)))
    ended = request.aim(disk).data
    assert set(ended.split(b"\n")) == set(disk.split(b"\n")) | {b"- mine", b"- d: 1"}
