"""The Wi-Fi of an installed table, which people choose on its page.

The table may not change the network. It leaves the file ``wifi-wanted`` as it does for an update;
``croupier-network.service`` (`hardware/install.sh`) takes it away once it has joined that network,
or has failed and left the file ``wifi-failed``. It also lists what is in range in
``wifi-networks``.
"""

from typing import Annotated, TypedDict

from msgspec import Meta

from companion.fields import RequestBody
from companion.files import wrap_write_errors, write_atomically
from companion.upkeep.update import request_folder
from engine.core.refusals import BadAction


class WifiBody(RequestBody, frozen=True):
    """A Wi-Fi to join: its name, its password ("": none) and the country ("": unchanged)."""

    name: Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,32}$(?!\n)")]
    password: Annotated[str, Meta(pattern=r"^([^\x00-\x1f\x7f]{8,63})?$(?!\n)")]
    country: Annotated[str, Meta(pattern=r"^([A-Z]{2})?$(?!\n)")]


class WifiView(TypedDict):
    """The `networks` in range, whether one is being joined, and whether the last attempt failed."""

    networks: list[str]
    running: bool
    failed: bool


def wifi_view() -> WifiView | None:
    """Return the Wi-Fi of this table, or None if it can't be chosen on the page."""
    if (folder := request_folder()) is None:
        return None
    try:
        networks = (folder / "wifi-networks").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    running, failed = ((folder / f"wifi-{name}").exists() for name in ("wanted", "failed"))
    return {"networks": networks.splitlines(), "running": running, "failed": failed}


def ask_for_wifi(wifi: WifiBody) -> None:
    """Ask for this Wi-Fi; raises `BadAction` ``no_wifi`` or `FileError`."""
    if (folder := request_folder()) is None or wifi_view() is None:
        raise BadAction("no_wifi", "The Wi-Fi of this table can't be chosen on its page.")
    with wrap_write_errors(folder):
        text = f"{wifi.name}\n{wifi.password}\n{wifi.country}\n"
        write_atomically(folder / "wifi-wanted", text.encode())
