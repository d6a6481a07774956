"""The Wi-Fi of an installed table, as its page chooses it.

The table may not change the network. It leaves the file ``wifi-wanted`` in its data folder, which
``croupier-network.service`` (`hardware/install.sh`) takes away once it has joined that network, or
has failed and left the file ``wifi-failed``. The service also keeps ``wifi-networks``.
"""

from pathlib import Path
from typing import Annotated, TypedDict

from msgspec import Meta

from companion.fields import RequestBody
from companion.files import wrap_write_errors, write_atomically
from engine.core.refusals import BadAction


class WifiBody(RequestBody, frozen=True):
    """A Wi-Fi to join: its name, its password ("": none), and the country ("": as it is set)."""

    name: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,32}$(?!\n)")]
    password: Annotated[str, Meta(pattern=r"^([^\x00-\x1f\x7f]{8,63})?$(?!\n)")]
    country: Annotated[str, Meta(pattern=r"^([A-Z]{2})?$(?!\n)")]


class WifiView(TypedDict):
    """The `networks` in range, whether one is being joined, and whether the last could not be."""

    networks: list[str]
    running: bool
    failed: bool


def wifi_view(folder: Path) -> WifiView | None:
    """Return the Wi-Fi of the table with data in `folder`, or None if its page can't choose it."""
    try:
        networks = (folder / "wifi-networks").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    running, failed = ((folder / f"wifi-{name}").exists() for name in ("wanted", "failed"))
    return {"networks": networks.splitlines(), "running": running, "failed": failed}


def ask_for_wifi(folder: Path, wifi: WifiBody) -> None:
    """Ask for this Wi-Fi; raises `BadAction` ``no_wifi`` or `FileError`."""
    if wifi_view(folder) is None:
        raise BadAction("no_wifi", "The Wi-Fi of this table is not chosen on its page.")
    with wrap_write_errors(folder):
        text = f"{wifi.name}\n{wifi.password}\n{wifi.country}\n"
        write_atomically(folder / "wifi-wanted", text.encode())
