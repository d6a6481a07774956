"""Acts at a table: done once, undoable, stored, and shown to everybody."""

import json
import threading
import time
from typing import Any

import pytest

from companion.files import FileError
from companion.log.schema import write_checksums
from companion.table import table
from companion.table.acts import Correct
from companion.table.table import ActionRequest, StaleVersion
from engine.core.refusals import BadAction, BadSetup, NotAllowed, NotNow
from tests.companion.conftest import Played
from tests.waiting import until


def test_an_empty_table_waits_for_a_game(played: Played) -> None:
    """It has version 0, no game, and nothing to undo."""
    shown = played.shown
    assert (shown["version"], shown["game"], shown["phase"]) == (0, None, "setup")
    assert (shown["seats"], shown["undo_to"], shown["clock"]) == ([], None, None)
    with pytest.raises(NotNow, match="No game has been started"):
        played.do("throw", faces=["1", "2", "3"])


def test_a_game_begins_with_its_house_rules(played: Played) -> None:
    """Names, preset, options and the first seat go to the game."""
    played.start("Ana", "Ben", "Cleo", first_seat=2, preset="hard", options={"locked": False})
    shown = played.do("throw", faces=["1", "2", "3"])
    assert [seat["cash"] for seat in shown["seats"]] == [0, 0, 6]
    assert shown["awaited"]["fixed"] == []


def test_names_are_stored_as_they_look(played: Played) -> None:
    """Log, seats and statistics then mean the same people."""
    shown = played.start(" Ana  Maria", "Zoe\u0301")
    assert shown["last_row"]["names"] == ["Ana Maria", "Zo\u00e9"]
    assert [seat["name"] for seat in shown["seats"]] == ["Ana Maria", "Zo\u00e9"]


def test_chance_says_who_begins_when_nobody_does(played: Played) -> None:
    """It draws once; the result is stored and the same after a restart."""
    played.do("start", game="tiny", names=["Ana", "Ben", "Cleo", "Dan"])
    first = played.shown["prompts"][0]["seat"]
    assert first in range(4)
    played.again()
    assert played.shown["prompts"][0]["seat"] == first


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"names": []}, "player_count"),
        ({"names": ["Ana", " ana "]}, "duplicate_name"),
        ({"names": ["Zo\u00e9", "Zoe\u0301"]}, "duplicate_name"),
        ({"names": ["Ana", "\u3164"]}, "bad_name"),
        ({"preset": "none such"}, "unknown_preset"),
        ({"options": {"none such": True}}, "unknown_option"),
        ({"first_seat": 7}, "first_seat"),
    ],
)
def test_bad_setup_is_refused(played: Played, fields: dict[str, Any], code: str) -> None:
    """The game refuses it with its own code; nothing is stored."""
    with pytest.raises(BadSetup) as refused:
        played.start(**fields)
    assert refused.value.code == code
    assert played.shown["version"] == 0


def test_a_repeated_request_has_one_effect_even_after_a_restart(played: Played) -> None:
    """A page without an answer repeats it with the same id."""
    played.start()
    first = played.do("dice", id_="once", faces=["1", "2", "3"])
    again = played.table.submit(
        ActionRequest("once", 1, {"type": "dice", "faces": ["1", "2", "3"]}, "tablet")
    )
    assert (first["row"], again["row"], again["version"]) == (2, 2, 2)
    played.again()
    after = played.table.submit(
        ActionRequest("once", 1, {"faces": ["1", "2", "3"], "type": "dice"}, "tablet")
    )
    assert (after["row"], after["version"], played.cash()) == (2, 2, [6, 0])


def test_an_id_used_for_something_else_is_refused(played: Played) -> None:
    """Otherwise a page would believe that its second act was played."""
    played.start()
    played.do("dice", id_="once", faces=["1", "2", "3"])
    with pytest.raises(NotAllowed) as refused:
        played.do("dice", id_="once", faces=["1", "2", "4"])
    assert refused.value.code == "id_reused"


def test_a_refused_request_may_be_corrected_under_the_same_id(played: Played) -> None:
    """The refusal leaves no trace."""
    played.start()
    with pytest.raises(NotAllowed):
        played.do("pay", id_="x", seat=0, amount=1)
    assert played.do("dice", id_="x", faces=["1", "1", "1"])["row"] == 2


def test_a_stale_page_gets_the_newest_state(played: Played) -> None:
    """Of two tablets, the second to tap gets the new state, and its tap does nothing."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    with pytest.raises(StaleVersion) as stale:
        played.table.submit(ActionRequest("late", 1, {"type": "dice", "faces": ["6"] * 3}, "phone"))
    assert stale.value.snapshot["version"] == 2
    assert played.cash() == [3, 0]


def test_of_many_simultaneous_acts_one_counts(played: Played) -> None:
    """Sixteen devices act on one version: the result is one row and fifteen refusals."""
    played.start()
    results: list[str] = []

    def act(number: int) -> None:
        try:
            played.table.submit(
                ActionRequest(f"r{number}", 1, {"type": "dice", "faces": ["1"] * 3}, "phone")
            )
            results.append("played")
        except StaleVersion:
            results.append("stale")

    threads = [threading.Thread(target=act, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["played"] + ["stale"] * 15
    assert played.shown["version"] == 2


def test_undo_redo_and_undo_to_here(played: Played) -> None:
    """One can go back by one, again, forward, and far back in one step."""
    played.start()
    for faces in ("111", "222", "333"):
        played.do("dice", faces=list(faces))
    assert played.cash() == [12, 6]
    shown = played.do("undo")
    assert (played.cash(), shown["redo_to"]) == ([3, 6], 4)
    played.do("undo", to=shown["redo_to"])
    assert played.cash() == [12, 6]
    played.do("undo", to=1)
    assert played.cash() == [0, 0]
    counts = {row["version"]: row["counts"] for row in played.log}
    assert counts == {1: True, 2: False, 3: False, 4: False, 5: False, 6: False, 7: False}
    played.again()
    assert played.cash() == [0, 0]


def test_acts_before_an_undo_do_not_look_undone(played: Played) -> None:
    """The log only strikes out what was undone, even of an earlier game."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    played.do("dice", faces=["2", "2", "2"])
    played.do("undo")
    played.start("Cleo")
    played.do("dice", faces=["3", "3", "3"])
    told = {row["version"]: (row["counts"], row.get("undone")) for row in played.log}
    assert told == {
        1: (False, False), 2: (False, False), 3: (False, True), 4: (False, None),
        5: (True, False), 6: (True, False),
    }  # fmt: skip


def test_nothing_to_undo(played: Played) -> None:
    """This is so at the very start, and for an undo to the current version."""
    with pytest.raises(NotNow):
        played.do("undo")
    played.start()
    with pytest.raises(NotNow):
        played.do("undo", to=1)
    with pytest.raises(BadAction):
        played.do("undo", to=99)


def test_no_undo_jumps_to_another_game(played: Played) -> None:
    """A single step may undo and redo a mistaken start, but no jump loses a whole game."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    played.do("dice", faces=["2", "2", "2"])
    played.start("Cleo")
    assert played.do("undo")["undo_to"] == 2
    assert played.cash() == [3, 6]
    played.do("undo", to=played.shown["redo_to"])
    played.do("dice", faces=["3", "3", "3"])
    for row in (0, 1, 3, 5):
        with pytest.raises(NotAllowed) as refused:
            played.do("undo", to=row)
        assert refused.value.code == "other_game"
    assert played.cash() == [9]
    played.do("undo", to=4)
    assert played.cash() == [0]
    played.do("undo")
    played.do("dice", faces=["1", "1", "1"])
    with pytest.raises(NotAllowed):
        played.do("undo", to=4)  # of a game that was undone: what was played since would be lost
    begun = [row["game_start"] for row in played.log]
    assert begun == [1, 1, 1, 4, 1, 4, 4, 4, 1, 1]


def test_a_correction_does_what_its_preview_said(played: Played) -> None:
    """The preview shows the change (3 → 18), and the correction's row makes it."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    played.do("dice", faces=["2", "2", "2"])
    preview: Any = Correct(2, ("6", "6", "6")).preview(played.table.state)
    assert {"what": "seat:0.cash", "before": 3, "after": 18} in preview["changes"]
    assert {"what": "bank", "before": 991, "after": 976} in preview["changes"]
    assert played.shown["version"] == 3
    shown = played.do("correct", row=2, faces=["6", "6", "6"])
    assert played.cash() == [18, 6]
    assert played.log[1]["dice"]["faces"] == ["6", "6", "6"]
    assert (shown["last_row"]["kind"], shown["last_row"]["source"]) == ("correct", "correction")
    preview = Correct(2, ("6", "6", "6")).preview(played.table.state)
    assert preview["changes"] == []


@pytest.mark.parametrize("row", [0, 1, 3, 99, -1])
def test_only_rows_with_dice_can_be_corrected(played: Played, row: int) -> None:
    """The start, an action without dice and a missing row are refused."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    played.do("pay", seat=0, amount=1)
    with pytest.raises(NotAllowed) as refused:
        played.do("correct", row=row, faces=["2", "2", "2"])
    assert refused.value.code == "not_correctable"


def test_a_correction_that_would_forbid_a_later_act_is_refused(played: Played) -> None:
    """The refusal and the preview give the row and the reason."""
    played.start()
    played.do("dice", faces=["6", "6", "6"])
    played.do("pay", seat=0, amount=18)
    for attempt in (
        lambda: Correct(2, ("1", "1", "1")).preview(played.table.state),
        lambda: played.do("correct", row=2, faces=["1", "1", "1"]),
    ):
        with pytest.raises(NotAllowed) as refused:
            attempt()
        assert (refused.value.code, refused.value.figures["row"]) == ("later_act_refused", 3)
    assert played.shown["version"] == 3


def test_chance_may_act_if_the_game_allows_it(played: Played) -> None:
    """A random act is stored like any other, as drawn."""
    played.start()
    shown = played.do("draw")
    assert played.cash()[0] in (3, 18)
    assert shown["last_row"]["source"] == "draw"
    played.do("open")
    with pytest.raises(NotNow) as refused:
        played.do("draw")
    assert refused.value.code == "nothing_to_draw"


def test_an_auction_counts_by_itself(played: Played) -> None:
    """The clock makes three rows, two seconds apart."""
    played.start()
    clock: Any = played.do("open")["clock"]
    assert (clock["seconds"], clock["running"]) == (2.0, True)
    for count in (1, 2, None):
        played.clock.t += 1.9
        assert 0 < played.table.tick() <= 0.11
        played.clock.t += 0.11
        played.table.tick()
        assert played.shown["count"] == count
    assert [row["source"] for row in played.log] == ["hand"] * 2 + ["clock"] * 3
    assert played.shown["clock"] is None


def test_one_undo_takes_back_an_act_and_the_counts_after_it(played: Played) -> None:
    """One redo brings it all back; undoing to a row stays exact to the row."""
    played.start()
    played.do("open")
    for _ in range(3):
        played.clock.t += 2
        played.table.tick()
    assert (played.shown["count"], played.shown["undo_to"]) == (None, 1)
    shown = played.do("undo")
    assert (shown["phase"], shown["last_row"]["undo"]["acts"]) == ("roll", 4)
    counted = {row["version"] for row in played.log if row["counts"]}
    assert counted == {1}
    played.do("undo", to=shown["redo_to"])
    assert {row["version"] for row in played.log if row["counts"]} == {1, 2, 3, 4, 5}
    shown = played.do("undo", to=4)
    assert (shown["phase"], shown["count"], shown["undo_to"]) == ("auction", 2, 1)


def test_an_act_restarts_the_count(played: Played) -> None:
    """Raising gives everybody the full time again."""
    played.start()
    played.do("open")
    played.clock.t += 1.5
    played.do("open")
    played.clock.t += 1.5
    played.table.tick()
    assert played.shown["count"] == 0


def count_for(played: Played, seconds: int, *reports: dict[str, Any]) -> int | None:
    """Let `seconds` pass, in each of which the displays send `reports`; return the count."""
    for _ in range(seconds):
        for report in reports:
            played.table.report_watcher(**{"banks": False, "asks": False, "seat": None, **report})
        played.table.tick()
        played.clock.t += 1
    played.table.tick()
    return played.shown["count"]


def test_a_count_waits_for_an_open_question(played: Played) -> None:
    """It waits for the question's longest time and then starts over; a bid ends no question."""
    played.start()
    played.do("open")
    tablet, asks = {"device": "a", "banks": True}, {"device": "b", "asks": True, "seat": 1}
    assert count_for(played, 19, tablet, asks) == 0
    held = played.shown["clock"]
    assert held == {
        "seconds": 2.0,
        "running": False,
        "waits_for": {"what": "question", "seat": 1},
    }
    assert played.table.report_watcher("b", banks=False, asks=True, seat=1) == 1.0
    played.do("open")
    assert not played.shown["clock"]["running"]
    assert count_for(played, 2, tablet, asks) == 0
    assert played.shown["clock"]["running"]
    assert count_for(played, 2, tablet, asks) == 1
    assert count_for(played, 1, tablet, {"device": "b"}) == 2
    assert count_for(played, 9, tablet, asks) == 2  # a new question has its time again


def test_a_question_has_no_limit_unless_a_count_waits(played: Played) -> None:
    """Only a running count waits for it, not one that somebody resumes."""
    played.start()
    asks = {"device": "b", "asks": True, "seat": 1}
    count_for(played, 30, asks)
    assert played.table.report_watcher("b", banks=False, asks=True, seat=1) == 20.0
    played.do("open")
    played.do("clock", running=False)
    assert count_for(played, 30, asks) == 0
    assert played.table.report_watcher("b", banks=False, asks=True, seat=1) == 20.0
    played.do("clock", running=True)
    assert played.table.report_watcher("b", banks=False, asks=True, seat=1) == 0.0
    assert played.shown["clock"]["running"]


def test_a_count_waits_for_the_bankers_display(played: Played) -> None:
    """It waits while that display is silent, unless none has ever reported."""
    played.start()
    played.do("open")
    assert count_for(played, 2) == 1
    played.do("open")
    tablet = {"device": "a", "banks": True}
    assert count_for(played, 1, tablet) == 0
    assert count_for(played, 9) == 1
    assert played.shown["clock"]["waits_for"] == {"what": "banker", "seat": None}
    assert count_for(played, 1, tablet) == 1
    assert played.shown["clock"]["running"]


def test_resuming_a_waiting_count_lets_it_go_on(played: Played) -> None:
    """Somebody may leave a question open, or the tablet may be broken."""
    played.start()
    played.do("open")
    count_for(played, 5, {"device": "b", "asks": True, "seat": 1})
    played.do("clock", running=True)
    assert count_for(played, 2, {"device": "b", "asks": True, "seat": 1}) == 1
    played.do("clock", running=False)
    assert count_for(played, 9, {"device": "a", "banks": True}) == 1
    assert played.shown["clock"]["waits_for"] is None


def test_the_clock_runs_by_itself_until_the_table_is_closed(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts whenever a count is due, not only at the first tick."""
    monkeypatch.setattr(table, "TICK_SECONDS", 0.01)
    played.start()
    played.do("open")
    running = threading.Thread(target=played.table.run_clock, daemon=True)
    running.start()

    def all_counted() -> bool:
        played.clock.t += 0.5
        return len(played.log) == 5

    until(all_counted)
    played.table.close()
    running.join(60)
    assert not running.is_alive()


def test_the_clock_goes_on_after_a_failure(
    played: Played, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The failure is in the program's log, once per tick."""
    looks: list[float] = []

    def tick() -> float:
        looks.append(time.monotonic())
        if len(looks) < 3:
            raise KeyError("mistake")
        played.table.close()
        return 0.0

    monkeypatch.setattr(table, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(played.table, "tick", tick)
    played.table.run_clock()
    assert caplog.text.count("KeyError: 'mistake'") == 2
    assert looks[2] - looks[0] >= 0.02


def test_the_clock_can_be_held_from_an_old_page(played: Played) -> None:
    """A count in between does not make the page stale; resuming gives the remaining time."""
    played.start()
    played.do("open")
    played.clock.t += 0.5
    held = played.table.submit(ActionRequest("h", 0, {"type": "clock", "running": False}, "phone"))
    assert held["clock"] == {"seconds": 1.5, "running": False, "waits_for": None}
    played.clock.t += 60
    played.table.tick()
    assert played.shown["count"] == 0
    played.do("clock", running=True)
    played.clock.t += 1.5
    played.table.tick()
    assert played.shown["count"] == 1


def test_no_power_cut_or_undo_sells_a_card(played: Played) -> None:
    """After a restart or an undo, the clock waits until somebody resumes it."""
    played.start()
    played.do("open")
    played.again()
    assert played.shown["clock"]["running"] is False
    played.clock.t += 60
    played.table.tick()
    assert played.shown["count"] == 0
    assert played.do("open")["clock"]["running"] is True
    played.do("undo")
    assert played.shown["clock"]["running"] is False


def test_resuming_without_a_count_is_refused(played: Played) -> None:
    """No clock is running."""
    played.start()
    with pytest.raises(NotNow) as refused:
        played.do("clock", running=True)
    assert refused.value.code == "no_clock"


def test_a_full_disk_refuses_acts_and_loses_nothing(played: Played) -> None:
    """The page shows why; with space, the same request succeeds."""
    played.start()
    before = played.shown

    with played.full_disk():
        with pytest.raises(FileError):
            played.do("dice", id_="x", faces=["1", "1", "1"])
        shown = played.shown
        assert shown["trouble"] == {"code": "log_unwritable", "message": "The disk is full."}
        assert {**shown, "trouble": None, "eye": {}} == {**before, "eye": {}}
    assert played.do("dice", id_="x", faces=["1", "1", "1"])["trouble"] is None
    assert played.cash() == [3, 0]


@pytest.mark.parametrize("what", ["view", "awaited_dice", "timer"])
def test_a_bug_in_a_game_shows_before_a_row_is_stored(
    played: Played, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Nothing has changed, not even on the disk, so the bug can be fixed."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    before, game = played.shown, type(played.table.games["tiny"])
    honest = getattr(game, what)

    def faulty(self: object, state: Any, *rest: Any) -> Any:
        if len(state.dice) and state.dice[0] == "6":
            raise RuntimeError("a fault")
        return honest(self, state, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(game, what, faulty)
        with pytest.raises(RuntimeError):
            played.do("dice", id_="x", faces=["6", "6", "6"])
        assert played.shown == before
        assert len(played.table.store.log.rows()) == 2
    assert played.do("dice", id_="x", faces=["6", "6", "6"])["row"] == 3


def test_a_game_is_resumed_completely_or_not_at_all(played: Played) -> None:
    """If the disk is full before its last row, nothing changes; with space, the same tap works."""
    played.start()
    for _ in range(8):
        played.do("dice", faces=["1", "1", "1"])
    played.start("Cleo")
    before, database = played.shown, played.table.store.log._db
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(FileError):
        played.do("play_on", id_="x", game=1)
    assert played.shown == {**before, "trouble": played.shown["trouble"]}
    database.execute("PRAGMA max_page_count = 1000")
    after = played.do("play_on", id_="x", game=1)
    assert (after["row"], after["seats"][0]["name"], after["trouble"]) == (19, "Ana", None)
    played.again()
    assert played.shown["seats"] == after["seats"]


def test_a_full_disk_stops_the_count(played: Played) -> None:
    """The clock is held instead of trying to write again and again."""
    played.start()
    played.do("open")

    played.clock.t += 5
    with played.full_disk():
        assert played.table.tick() == 1.0
    shown = played.shown
    assert (shown["count"], shown["clock"]["running"]) == (0, False)
    assert shown["trouble"]["code"] == "log_unwritable"


def test_every_screen_gets_each_act_at_once(played: Played) -> None:
    """The stream starts with the whole snapshot, and each act sends the next with its number."""
    played.start()
    stream = played.table.listen("tablet")
    assert "retry" in next(stream)
    assert next(stream).startswith("id: 1\nevent: snapshot\n")
    played.do("dice", faces=["1", "1", "1"])
    number, name, data = next(stream).strip().split("\n")
    assert (number, name) == ("id: 2", "event: snapshot")
    assert json.loads(data.removeprefix("data: "))["seats"][0]["cash"] == 3


def test_a_log_that_cannot_be_replayed_is_kept(played: Played) -> None:
    """If the rules refuse a row on reopening, one line says that the log is damaged."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    database = played.table.store.log._db
    with database:
        database.execute("UPDATE row SET body = ? WHERE seq = 2", ('{"action":{"type":"fly"}}',))
        write_checksums(database)
    with pytest.raises(FileError, match="played again") as refused:
        played.again()
    assert refused.value.code == "log_damaged"


def test_an_older_game_that_cannot_be_replayed_does_no_harm(played: Played) -> None:
    """Newer rules refuse an old row: it has no sentence, and the current game goes on."""
    played.start()
    played.do("dice", faces=["1", "1", "1"])
    played.start("Zoe")
    database = played.table.store.log._db
    with database:
        database.execute("UPDATE row SET body = ? WHERE seq = 2", ('{"action":{"type":"fly"}}',))
        write_checksums(database)
    played.again()
    assert [row["line"] for row in played.log] == ["Tiny: Ana, Ben", "action", "Tiny: Zoe"]
    assert played.do("dice", faces=["1", "1", "1"])["seats"][0]["cash"] == 3
