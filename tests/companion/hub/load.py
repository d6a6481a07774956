"""Many tables at one hub, and anything may be killed: a separate tool, for root on Linux.

`python -m tests.companion.hub.load --tables 200 --seconds 600 --kills 100` replays logs of
automatic players at ten times the real speed (a row every four seconds) through the tables' own
sender, from a separate network, to a real Mosquitto and PostgreSQL. At random moments broker, hub
or database is killed, or the network cut. Afterwards the archive must equal the tables' logs.
Meanwhile a simulated player at a table of the café and at one outside it must see their acts
equally soon at both.
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from heapq import heapify, heapreplace
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import psycopg

from companion.hub.receive import BrokerConnection, LiveTables, Receiver
from companion.log.log import Log
from companion.mqtt.keeper import keep_sender_running
from companion.mqtt.messages import RowsMessage
from companion.mqtt.outgoing import OutgoingLog
from companion.mqtt.sender import Sender
from companion.mqtt.settings import CafeSettings, write_settings
from companion.table.table import ActionRequest, Table
from engine.core.player import next_action
from engine.games import GAMES
from tests.companion.hub.services import Broker, Database
from tests.companion.mqtt.test_outgoing import PlayingTable
from tests.waiting import until

ROW_SECONDS = 4.0  # real time between two rows of a table
LOGS = ("last_chance", "yacht", "ten_thousand", "last_one")  # one log each, repeated
PLAYER = "ffffffff"  # the table with a simulated player
ACT_SECONDS = 0.25  # between two of the player's acts
NAMESPACE, OUTSIDE, INSIDE = "croupier-load", "10.99.7.1", "10.99.7.2"
COLUMNS = (
    "seq, kind, body::text, source, who, logged_at, request, request_body, eye, reading, picture,"
    " checksum"
)


def play_log(folder: Path, game_id: str, rows: int) -> None:
    """Play a log with so many rows."""
    table, rng, game = Table(Log(folder), GAMES), random.Random(game_id), GAMES[game_id]
    names = ["Ana", "Ben", "Cleo"]
    while (count := table.store.log.count) < rows:
        head = table.state.head
        action: dict[str, Any] = {"type": "start", "game": game_id, "names": names}
        action["options"] = dict(game.simulation_options)
        if head is not None and not game.is_over(head.state):
            action = dict(next_action(game, head.state, 3, rng.randrange).to_json())
        if count and rng.random() < 0.02:
            action = {"type": "undo"}
        table.submit(ActionRequest(f"r{count}", table.state.history.version, action, "tablet"))
    table.close()


def due_times(table: int, begin: float, seconds: float, speed: float) -> list[float]:
    """Return when the rows of a table are written."""
    rng = random.Random(table)
    gaps = [rng.expovariate(speed / ROW_SECONDS) for _ in range(row_count(seconds, speed))]
    return [at for at in accumulate(gaps, initial=begin + rng.random()) if at < begin + seconds]


def row_count(seconds: float, speed: float) -> int:
    """Return how many rows a log needs, with a reserve."""
    return int(seconds * speed / ROW_SECONDS * 1.3) + 50


class PlayedLog:
    """A log that many tables replay; results are computed once."""

    def __init__(self, folder: Path) -> None:
        self._log = OutgoingLog(folder)
        self._known: dict[Any, Any] = {}
        self._lock = threading.Lock()
        self.checksums = ["", *(self._log.checksum_at(n) for n in range(1, self._log.count + 1))]

    def message(self, first: int, count: int) -> RowsMessage:
        """Return the message with rows from `first` on, of a log of `count` rows."""
        return self._once((first, count), lambda: self._log.message(first), count)

    def state(self, count: int) -> Mapping[str, Any]:
        """Return the state after `count` rows."""
        return self._once(count, self._log.state, count)

    def _once(self, key: Any, work: Any, count: int) -> Any:
        with self._lock:
            if key not in self._known:
                self._log.count = count
                self._known[key] = work()
            return self._known[key]


class ReplayedLog:
    """The log of one table, as far as it has been written."""

    def __init__(self, played: PlayedLog, due: list[float]) -> None:
        self.played, self.due, self.count = played, due, 0

    def refresh(self) -> None:
        """Update how far it is written."""
        self.count = bisect_right(self.due, time.time())

    def checksum_at(self, seq: int) -> str:
        """Return the checksum of a row."""
        return self.played.checksums[seq]

    def message(self, first: int) -> RowsMessage:
        """Return rows from `first` on."""
        return self.played.message(first, self.count)

    def state(self) -> Mapping[str, Any]:
        """Return the state of the game."""
        return self.played.state(self.count)


def run_tables(told: Mapping[str, Any]) -> None:
    """Run some tables, until killed."""
    played = [PlayedLog(Path(told["folder"]) / name) for name in LOGS]
    waiting = []
    for number in told["numbers"]:
        due = due_times(number, told["begin"], told["seconds"], told["speed"])
        log: Any = ReplayedLog(played[number % len(LOGS)], due)
        settings = CafeSettings("", "", told["host"], told["port"], *user(number), told["ca"])
        sender = Sender(log, settings, Path(told["folder"]))
        threading.Thread(target=sender.run, daemon=True).start()
        waiting.append((due[0], number, iter(due[1:]), sender))
    heapify(waiting)
    while waiting:
        at, number, rest, sender = waiting[0]
        time.sleep(max(0.0, at - time.time()))
        sender.handle_event_line("data: {}")
        heapreplace(waiting, (next(rest, time.time() + 3600.0), number, rest, sender))


def run_player(told: Mapping[str, Any]) -> None:
    """Act in turn at a table of the café and at one without, until killed; write the latencies.

    A latency is the time from the act until a screen shows it, in ms.
    """
    folder = Path(told["folder"])
    settings = CafeSettings("", "", told["host"], told["port"], PLAYER, 2 * PLAYER, told["ca"])
    (folder / "of_cafe").mkdir()
    write_settings(folder / "of_cafe", settings)
    tables = [PlayingTable(folder / name) for name in ("of_cafe", "alone")]
    keep_sender_running(tables[0].table)
    screens = [playing.table.listen("screen") for playing in tables]
    with (folder / "acts").open("a", buffering=1) as file:
        while True:
            took = [0.0, 0.0]
            for at in random.sample((0, 1), 2):
                began = time.perf_counter()
                act(tables[at])
                version = tables[at].table.state.history.version
                next(told for told in screens[at] if f"id: {version}\n" in told)
                took[at] = 1000 * (time.perf_counter() - began)
            file.write(f"{took[0]} {took[1]}\n")
            time.sleep(ACT_SECONDS)


def act(playing: PlayingTable) -> None:
    """Do one act, or start a game."""
    head = playing.table.state.head
    if head is None or head.game.is_over(head.state):
        playing.start()
    else:
        playing.play(1)


def user(number: int) -> tuple[str, str]:
    """Return the id of a table and its password."""
    return f"{number:08x}", 2 * f"{number:08x}"


class Watched(LiveTables):
    """The hub's live tables, which writes to a file when each state arrived."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = path.open("a", encoding="utf-8", buffering=1)

    def set_state(self, table: str, state: Mapping[str, Any]) -> None:
        """Write when a state arrived."""
        super().set_state(table, state)
        self._file.write(f"{time.time()} {table} {state['seq']}\n")


def run_hub(told: Mapping[str, Any]) -> None:
    """Run the hub, until killed."""
    connection = BrokerConnection(told["host"], told["port"], "hub", "hubhub", told["ca"])
    Receiver(connection, told["dsn"], Watched(Path(told["folder"]) / "shown")).run()


class Process:
    """This module as a process in a role."""

    def __init__(self, role: str, told: Mapping[str, Any], *before: str) -> None:
        module = [sys.executable, "-m", "tests.companion.hub.load", role, json.dumps(told)]
        self._command = [*before, *module]
        self.peak_mb = self.seconds = 0.0
        self.start()

    def start(self) -> None:
        """Start it."""
        self._process = subprocess.Popen(self._command)

    def look(self) -> None:
        """Record its memory (MB) and processor time (s)."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        self.peak_mb = max(self.peak_mb, int(peak.split()[1]) / 1024)
        times = (
            Path(f"/proc/{self._process.pid}/stat")
            .read_text(encoding="utf-8")
            .rpartition(")")[2]
            .split()
        )
        self.seconds = (int(times[11]) + int(times[12])) / 100

    def kill(self) -> None:
        """Kill it."""
        self.look()
        self._process.kill()
        self._process.wait()


@contextmanager
def network() -> Iterator[None]:
    """Create a separate network for the tables."""
    commands = (
        f"netns add {NAMESPACE}",
        f"link add croupier0 type veth peer name croupier1 netns {NAMESPACE}",
        f"addr add {OUTSIDE}/24 dev croupier0",
        "link set croupier0 up",
        f"-n {NAMESPACE} addr add {INSIDE}/24 dev croupier1",
        f"-n {NAMESPACE} link set croupier1 up",
        f"-n {NAMESPACE} link set lo up",
    )
    try:
        for command in commands:
            subprocess.run(["ip", *command.split()], check=True)
        yield
    finally:
        subprocess.run(["ip", "netns", "del", NAMESPACE], check=False)


def cut_network(*, up: bool) -> None:
    """Cut the tables' network, or restore it."""
    subprocess.run(["ip", "link", "set", "croupier0", "up" if up else "down"], check=True)


def run(args: argparse.Namespace, folder: Path) -> None:
    """Run everything, and print the figures."""
    for name in LOGS:
        play_log(folder / name, name, row_count(args.seconds, args.speed))
    for name in ("database", "broker"):
        (folder / name).mkdir()
    database = Database(folder / "database")
    users = [PLAYER, *(user(n)[0] for n in range(args.tables))]
    broker = Broker(folder / "broker", users, OUTSIDE)
    database.start("-c", "log_min_messages=fatal")
    broker.start()
    begin = time.time() + 20 + args.tables / 10  # until all tables are connected
    told = {"host": OUTSIDE, "port": broker.port, "ca": broker.ca, "folder": str(folder)}
    told |= {"dsn": database.dsn, "begin": begin, "seconds": args.seconds, "speed": args.speed}
    hub = Process("hub", told)
    shares = [list(range(first, args.tables, 4)) for first in range(4)]
    enter = ("ip", "netns", "exec", NAMESPACE)
    tables = [Process("tables", {**told, "numbers": share}, *enter) for share in shares if share]
    tables.append(Process("player", told, *enter))
    try:
        time.sleep(max(0.0, begin - time.time()))
        kill_at_random(args, begin, hub, broker, database)
        time.sleep(max(0.0, begin + args.seconds - time.time()))
        report(args, begin, folder, database.dsn)
        hub.look()
        print(f"hub: {hub.peak_mb:.0f} MB at most; processor {hub.seconds:.0f} s since its start")
    finally:
        for process in (*tables, hub):
            process.kill()
        broker.kill()
        database.kill()


def kill_at_random(
    args: argparse.Namespace, begin: float, hub: Process, broker: Broker, database: Database
) -> None:
    """Kill something at random moments, and restart it after a while."""
    rng, killed = random.Random(args.seed), dict.fromkeys(("hub", "broker", "database", "net"), 0)
    for at in sorted(rng.uniform(0, 0.95 * args.seconds) for _ in range(args.kills)):
        time.sleep(max(0.0, begin + at - time.time()))
        what, pause = rng.choice(list(killed)), rng.uniform(0.1, 4.0)
        killed[what] += 1
        if what == "net":
            cut_network(up=False)
            time.sleep(pause)
            cut_network(up=True)
        else:
            service: Any = {"hub": hub, "broker": broker, "database": database}[what]
            service.kill()
            time.sleep(pause)
            service.start()
    print("killed:", killed)


def report(args: argparse.Namespace, begin: float, folder: Path, dsn: str) -> None:
    """Wait until the archive equals the logs, and print how fast rows came."""
    expected = {}
    for number in range(args.tables):
        due = due_times(number, begin, args.seconds, args.speed)
        expected[user(number)[0]] = (due, LOGS[number % len(LOGS)])
    total = sum(len(due) for due, _ in expected.values())
    print(f"{args.tables} tables wrote {total} rows, {total / args.seconds:.0f} a second")
    with psycopg.connect(dsn, autocommit=True) as db:

        def all_there() -> bool:
            count = "SELECT count(*) FROM rows WHERE table_id <> %s"
            found = db.execute(count, (PLAYER,)).fetchone()
            return found is not None and found[0] >= total

        ended = time.time()
        try:
            until(all_there, 180)
        except AssertionError:
            print("NOT ALL ROWS CAME")
        print(f"all there {time.time() - ended:.1f} s after the last row")
        logs = {name: Log(folder / name) for name in LOGS}
        wrong = 0
        for table, (due, name) in expected.items():
            select = f"SELECT {COLUMNS} FROM rows WHERE table_id = %s ORDER BY seq"
            kept = db.execute(select, (table,)).fetchall()
            written = logs[name]._db.execute("SELECT * FROM row LIMIT ?", (len(due),)).fetchall()
            wrong += kept != written
        print(f"archives that differ from the table's log: {wrong}")
        print("notices:", db.execute("SELECT code, count(*) FROM notices GROUP BY 1").fetchall())
    print_latency(folder / "shown", expected)
    acts = np.loadtxt(folder / "acts", ndmin=2)
    quartiles = np.percentile(acts, (50, 95), axis=0).round(1)
    print(
        f"act to screen, p50 and p95, ms: of the café {quartiles[:, 0]}, of none {quartiles[:, 1]}"
    )


def print_latency(path: Path, expected: Mapping[str, Any]) -> None:
    """Print how long after being written a row could be shown."""
    shown, took = dict.fromkeys(expected, 0), []
    for line in path.read_text(encoding="utf-8").splitlines():
        at, table, seq = line.split()
        if table == PLAYER:
            continue
        due = expected[table][0]
        took += [float(at) - due[row] for row in range(shown[table], int(seq))]
        shown[table] = max(shown[table], int(seq))
    ms = np.array(took) * 1000
    print("row to hub, ms:", {q: round(float(np.percentile(ms, q))) for q in (50, 95, 99, 100)})


def main() -> None:
    """Run the role in the arguments."""
    roles = {"hub": run_hub, "tables": run_tables, "player": run_player}
    if role := roles.get(sys.argv[1]):
        role(msgspec.json.decode(sys.argv[2]))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--speed", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="croupier-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        with network():
            run(parser.parse_args(), Path(folder))


if __name__ == "__main__":
    main()
