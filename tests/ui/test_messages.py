"""What a screen reader is told of messages that come fast."""

from __future__ import annotations

from memdesk.ui.messages import ANNOUNCE_EVERY_S, Message, Pace, Tone


def test_notes_on_one_subject_are_announced_now_and_then() -> None:
    pace = Pace()
    written = [Message(f"evva changed {n}.", subject="/m/a.md") for n in range(4)]
    assert pace.allows(written[0], 0.0)
    assert not pace.allows(written[1], 1.0)
    assert pace.allows(Message("evva changed 1.", subject="/m/b.md"), 1.0)
    assert pace.allows(written[2], ANNOUNCE_EVERY_S)
    assert not pace.allows(written[3], ANNOUNCE_EVERY_S + 1.0)


def test_what_answers_the_user_is_announced_whatever_was_said_just_now() -> None:
    pace = Pace()
    clash = Message("evva changed it, where you did too.", Tone.WARNING, "/m/a.md")
    assert pace.allows(clash, 0.0)
    assert pace.allows(Message("Not saved.", Tone.ERROR, "/m/a.md", "Compare first."), 0.1)
    assert not pace.allows(clash, 0.2)
    assert pace.allows(Message("Privacy mode is on."), 0.3)
    assert pace.allows(Message("Privacy mode is off."), 0.4)
