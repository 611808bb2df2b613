"""Scenarios of histories and sites of what a database does not have."""

from tests.messages.room import produces
from tests.store.made import row, write_card, write_rows


@produces("Histories and sites")
def no_history(room):
    write_card(room.path)
    room.onenlp("publish", "m.json", "--commit", "c", "--date", "2026-01-01")
    yield room.onenlp("history", "*")
    write_rows(room.path / "rows.json", row(90.0))
    room.onenlp("publish", "rows.json", "--commit", "b", "--date", "2026-01-01")
    yield room.onenlp("history", "*", "--branch", "main")
    room.onenlp("publish", "rows.json", "--commit", "c", "--date", "2026-01-01", "--branch", "main")
    yield room.onenlp("history", "tagger/en/set/LSA")
    yield room.onenlp("history", "*", "--since", "2027-01-01")
    yield room.onenlp("history", "*", "--branch", "mian")
    (room.path / "file").write_text("")
    yield room.onenlp("site", "--out", "")
    yield room.onenlp("site", "--out", "file/site")
