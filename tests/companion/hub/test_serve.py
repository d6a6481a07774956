"""What the running hub lets in at its broker."""

import threading
from pathlib import Path

from companion.hub.serve import OwnBroker
from companion.hub.setup.broker import write_broker_files
from companion.hub.setup.services import Service


def test_tables_that_join_at_once_lose_nothing(tmp_path: Path) -> None:
    """Each has its password afterwards."""
    write_broker_files(tmp_path, 8883)
    broker = OwnBroker(tmp_path, ["localhost"], 8883, "PEM", Service(["true"]))
    tables = [f"{number:08x}" for number in range(40)]
    threads = [threading.Thread(target=broker.let_in, args=[table, "password"]) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(broker.users()) == tables
    broker.keep_out(tables[0])
    assert tables[0] not in broker.users()
