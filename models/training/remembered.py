"""A cache of network outputs in a file, so that repeating a measurement is quick.

A change to what is decided from the outputs can then be measured in a tenth of the time.
"""

import pickle
import sqlite3
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

from vision.reader import Reader

NETWORKS = {
    "_detector": "detector", "classifier": "faces", "_poses": "pose", "_clutter": "clutter",
}  # fmt: skip


def remember_answers(reader: Reader, models: Path, kept: Path) -> None:
    """Let the networks of `reader`, from the folder `models`, cache their outputs in `kept`."""
    database = sqlite3.connect(kept)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("CREATE TABLE IF NOT EXISTS answers (question BLOB PRIMARY KEY, answer BLOB)")
    for attribute, name in NETWORKS.items():
        network = Remembered(getattr(reader, attribute), models / f"{name}.onnx", database)
        setattr(reader, attribute, network)


class Remembered:
    """A network that answers from the `database` if it can; `path` is its file."""

    def __init__(self, network: Any, path: Path, database: sqlite3.Connection) -> None:
        # Imported here: only the extra `train` has it, and all else is measured without.
        import onnx

        whole = onnx.load(str(path))
        del whole.metadata_props[:]  # the answers do not depend on the calibration
        self._network, self._database = network, database
        self._weights = blake2b(whole.SerializeToString(), digest_size=16).digest()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._network, name)

        def ask(image: Any, *args: Any, **options: Any) -> Any:
            how = f"{name} {image.shape} {args} {options}".encode()
            question = blake2b(self._weights + how + image.tobytes(), digest_size=16).digest()
            find = "SELECT answer FROM answers WHERE question = ?"
            kept = self._database.execute(find, (question,)).fetchone()
            if kept:
                return pickle.loads(kept[0])
            answer = method(image, *args, **options)
            with self._database:
                entry = (question, pickle.dumps(answer))
                self._database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", entry)
            return answer

        return ask
