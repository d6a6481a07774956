"""Rows reach the archive through a real broker, whatever is killed meanwhile."""

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.hub import receive
from companion.hub.receive import LiveTables, Receiver
from companion.mqtt.keeper import keep_sender_running
from companion.mqtt.messages import Ask, topic
from companion.mqtt.outgoing import OutgoingLog
from companion.mqtt.sender import Sender
from companion.mqtt.settings import write_settings
from companion.table.screens import CafeNote
from companion.upkeep.housekeeping import export_backup
from tests.companion.hub.services import Broker, Database
from tests.companion.mqtt.test_outgoing import PlayingTable
from tests.waiting import until

TABLE, OTHER = "0000000a", "0000000b"


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[PlayingTable]:
    """Return a fresh table."""
    playing = PlayingTable(tmp_path / "data")
    yield playing
    playing.table.close()


@contextmanager
def sending(playing: PlayingTable, broker: Broker) -> Iterator[Sender]:
    """Run a sender during the block."""
    sender = Sender(OutgoingLog(playing.table.folder), broker.settings(TABLE), playing.table.folder)
    events = playing.table.listen("sender")
    run = threading.Thread(target=sender.run)
    threading.Thread(target=_listen, args=(sender, events), daemon=True).start()
    run.start()
    yield sender
    events.close()
    sender.close()
    run.join()


def _listen(sender: Sender, events: Iterator[str]) -> None:
    for event in events:
        for line in event.splitlines():
            sender.handle_event_line(line)


@contextmanager
def receiving(broker: Broker, database: Database) -> Iterator[Receiver]:
    """Run a receiver during the block."""
    receiver = Receiver(broker.connection("hub"), database.dsn, LiveTables())
    receiver.start()
    yield receiver
    receiver.close()


@contextmanager
def stranger(broker: Broker, table: str) -> Iterator[mqtt.Client]:
    """Return a broker client with the password of `table`."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, table, protocol=mqtt.MQTTv5)
    client.username_pw_set(table, 2 * table)
    client.tls_set_context(ssl.create_default_context(cadata=broker.ca))
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    yield client
    client.disconnect()
    client.loop_stop()


def archived(database: Database) -> list[tuple[Any, ...]]:
    """Return the rows of the archive in the form of a log."""
    with psycopg.connect(database.dsn) as db:
        return db.execute(
            "SELECT seq, kind, body::text, source, who, logged_at, request, request_body, eye,"
            " reading, picture, checksum FROM rows WHERE table_id = %s ORDER BY seq",
            (TABLE,),
        ).fetchall()


def wait_for_rows(playing: PlayingTable, database: Database) -> None:
    """Wait until the archive has the same rows as the table."""
    until(lambda: archived(database) == playing.rows())


def refuse_rows(database: Database, sqlstate: str) -> None:
    """Let the database refuse each new row with that error, until `take_rows`."""
    with psycopg.connect(database.dsn) as db:
        db.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            f" $$ BEGIN RAISE 'no space left' USING ERRCODE = '{sqlstate}'; END $$;"
            " CREATE TRIGGER refuse BEFORE INSERT ON rows FOR EACH ROW EXECUTE FUNCTION refuse()"
        )


def take_rows(database: Database) -> None:
    """Let the database accept rows again."""
    with psycopg.connect(database.dsn) as db:
        db.execute("DROP FUNCTION refuse CASCADE")


@pytest.mark.usefixtures("db")
def test_games_are_shown_and_archived(
    playing: PlayingTable, broker: Broker, database: Database
) -> None:
    """A table as `croupier run` sends it, in a separate process."""
    playing.start()
    write_settings(playing.table.folder, broker.settings(TABLE))
    keep_sender_running(playing.table)
    with receiving(broker, database) as receiver:
        wait_for_rows(playing, database)
        playing.play()
        wait_for_rows(playing, database)
        until(lambda: receiver.live.view()[1][TABLE].get("over") is True)
        playing.table.update_cafe(CafeNote(wants_help=True))
        until(lambda: receiver.live.view()[1][TABLE]["help"] is True)
        playing.table.update_cafe(CafeNote(report=True))
        until(lambda: receiver.live.view()[1][TABLE]["reports"] == ["doctor", "bug_report"])
        receiver.send_ask(TABLE, Ask(coming=True))
        until(lambda: receiver.live.view()[1][TABLE]["coming"] is True)
        assert receiver.live.view()[1][TABLE]["url"] == ""  # only this machine reaches the table
        cafe = playing.table.screens.cafe
        assert cafe is not None
        broker.kill()
        until(lambda: playing.table.screens.cafe == {**cafe, "away": True})
        broker.start()
        until(lambda: playing.table.screens.cafe == {**cafe, "away": False})
        playing.table.close()
        until(lambda: receiver.live.view()[1][TABLE]["online"] is False)


@pytest.mark.usefixtures("db")
def test_everything_may_be_killed_in_any_order(
    playing: PlayingTable, broker: Broker, database: Database
) -> None:
    """The game at the table goes on meanwhile, and afterwards everything arrives."""
    playing.start()
    with sending(playing, broker):
        with receiving(broker, database):
            playing.play(3)
            wait_for_rows(playing, database)
            broker.kill()
            playing.play(3)
            broker.start()
            wait_for_rows(playing, database)
            database.kill()
            playing.play(3)
            database.start("-c", "fsync=off")
            wait_for_rows(playing, database)
        playing.play(3)
        # The broker loses what it had acknowledged to the hub but not yet written to the disk.
        broker.kill()
        broker.start()
        playing.play(3)
        with receiving(broker, database):
            wait_for_rows(playing, database)


@pytest.mark.usefixtures("db")
def test_a_table_sends_in_order_what_was_played_while_the_hub_was_away(
    playing: PlayingTable, broker: Broker, database: Database
) -> None:
    """The log is the only queue: the table stores nothing else for the hub."""
    with sending(playing, broker) as sender:
        files = {path.name for path in playing.table.folder.iterdir()}
        broker.kill()
        for _ in range(4):
            playing.start()
            playing.play()
        assert {path.name for path in playing.table.folder.iterdir()} == files
        assert sender._unacknowledged == []
        broker.start()
        with receiving(broker, database):
            wait_for_rows(playing, database)
    with psycopg.connect(database.dsn) as db:
        (ended,) = db.execute("SELECT count(*) FROM games WHERE ended_at IS NOT NULL")
    assert ended == (4,)


@pytest.mark.usefixtures("db")
def test_a_restored_table_is_noticed(
    playing: PlayingTable, broker: Broker, database: Database
) -> None:
    """New rows follow those up to the backup, and the restore is noted."""
    playing.start()
    playing.play(4)
    copy = playing.table.folder / "copy"
    export_backup(playing.table.folder, copy)
    with sending(playing, broker), receiving(broker, database):
        playing.play(30)
        wait_for_rows(playing, database)
        playing.table.store.replace_rows(copy)
        playing.do(type="undo")
        playing.play(7)
        wait_for_rows(playing, database)
    with psycopg.connect(database.dsn) as db:
        noted = db.execute("SELECT code, detail FROM notices").fetchall()
        replaced = db.execute("SELECT count(*) FROM replaced_rows").fetchone()
    assert noted == [("log_restored", {"to": 5, "from": 35})]
    assert replaced == (30,)


def test_an_archive_restored_from_a_dump_is_completed(
    playing: PlayingTable,
    broker: Broker,
    database: Database,
    db: psycopg.Connection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All tables are compared when it is opened, even if nobody plays."""
    monkeypatch.setattr(receive, "_CHECK_SECONDS", 1.0)
    playing.start()
    with sending(playing, broker), receiving(broker, database):
        wait_for_rows(playing, database)
        db.execute("TRUNCATE rows, tables")
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        wait_for_rows(playing, database)


@pytest.mark.parametrize("sqlstate", ["53100", "42501", "25006"])  # disk full, no right, read-only
@pytest.mark.usefixtures("db")
def test_rows_that_the_database_refuses_arrive_later(
    playing: PlayingTable, broker: Broker, database: Database, sqlstate: str
) -> None:
    """Meanwhile nothing is acknowledged, and the hub says so; then everything arrives."""
    playing.start()
    with sending(playing, broker), receiving(broker, database) as receiver:
        wait_for_rows(playing, database)
        refuse_rows(database, sqlstate)
        before = archived(database)
        playing.play(3)
        until(lambda: "no space left" in receiver.trouble)
        assert archived(database) == before
        take_rows(database)
        wait_for_rows(playing, database)
        until(lambda: receiver.trouble == "")


@pytest.mark.usefixtures("db")
def test_one_table_can_neither_read_nor_write_for_another(
    broker: Broker, database: Database
) -> None:
    """A table's password gives no access to the topics of other tables or the hub."""
    heard: list[str] = []
    with receiving(broker, database) as receiver, stranger(broker, TABLE) as thief:
        thief.on_message = lambda _, __, message: heard.append(message.topic)
        until(thief.is_connected)
        thief.subscribe([("#", 1), (topic(OTHER, "ask"), 1), (topic(TABLE, "ask"), 1)])
        for what in ("state", "rows", "available", "reports", "ask"):
            thief.publish(topic(OTHER, what), b"online", qos=1, retain=True)
        thief.publish("croupier/news", b"{}", qos=1, retain=True)
        thief.publish(f"homeassistant/sensor/{OTHER}/x/config", b"{}", qos=1, retain=True)
        state = {"seq": 0, "checksum": "", "name": "", "version": ""}
        thief.publish(topic(TABLE, "state"), json.dumps(state), qos=1, retain=True)
        until(lambda: TABLE in receiver.live.view()[1])
        receiver._publish(topic(OTHER, "ask"), Ask(1))
        receiver._publish(topic(TABLE, "ask"), Ask(1))
        until(lambda: topic(TABLE, "ask") in heard)
        assert set(heard) == {topic(TABLE, "ask")}
        assert OTHER not in receiver.live.view()[1]


@pytest.mark.usefixtures("db")
def test_invalid_messages_stop_nobody(
    playing: PlayingTable, broker: Broker, database: Database
) -> None:
    """They are refused and noted, and other tables' rows are archived."""
    playing.start()
    with (
        sending(playing, broker),
        receiving(broker, database),
        stranger(broker, OTHER) as bad,
    ):
        deep = b'{"x":' + b"[" * 20_000 + b"]" * 20_000 + b"}"
        row = [1, "start", "{}", "hand", "", "", None, None, None, None, None, "0"]
        changed = json.dumps({"before": "", "rows": [row]}).encode()
        far = {"seq": 2**40, "checksum": "", "name": "", "version": "", "since": "x"}
        nul = {"seq": 1, "checksum": "\0", "name": "", "version": ""}
        bad_states = (json.dumps(far).encode(), json.dumps(nul).encode())
        for told in (b"{", b'{"before": "", "rows": []}', b"\xff", deep, changed, *bad_states):
            bad.publish(topic(OTHER, "rows"), told, qos=1).wait_for_publish(10)
            bad.publish(topic(OTHER, "state"), told, qos=1).wait_for_publish(10)
            bad.publish(topic(OTHER, "reports"), told, qos=1).wait_for_publish(10)
        playing.play(3)
        wait_for_rows(playing, database)
    with psycopg.connect(database.dsn) as db:
        (noted,) = db.execute("SELECT count(*) FROM notices WHERE table_id = %s", (OTHER,))
    assert noted[0] > 0


@pytest.mark.usefixtures("db")
def test_a_flood_fills_no_memory(
    playing: PlayingTable,
    broker: Broker,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While nothing can be stored, the hub needs little memory; then other tables' rows arrive."""
    monkeypatch.setattr(receive, "_REQUEST_SECONDS", 1.0)
    playing.start()
    sizes: list[int] = []
    with (
        sending(playing, broker),
        receiving(broker, database) as receiver,
        stranger(broker, OTHER) as flood,
    ):
        wait_for_rows(playing, database)
        database.kill()
        take = receiver._on_message

        def count(client: mqtt.Client, told: Any, message: mqtt.MQTTMessage) -> None:
            sizes.append(len(message.payload))
            take(client, told, message)

        receiver._client.on_message = count
        for _ in range(60):
            flood.publish(topic(OTHER, "rows"), b" " * 1_000_000, qos=1).wait_for_publish(30)
        playing.play(3)
        database.start("-c", "fsync=off")
        wait_for_rows(playing, database)
    assert 0 < sum(sizes) < 20_000_000
