"""What a table is set to, whatever is played at it: a small file beside the log."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypedDict

import msgspec
from msgspec import Meta

from companion.fields import Body
from companion.files import write
from companion.log.log import LogError

FILE = "settings.json"
COUNT_SECONDS = (1, 30)

OnLikely: TypeAlias = Literal["count", "ask", "play"]
"""What becomes of a throw that is likely: played after a count, asked about, played at once."""


class SettingsView(TypedDict):
    """What becomes of a throw that is likely; the delay before it is played lasts `seconds`."""

    on_likely: OnLikely
    seconds: float


class Settings(Body, frozen=True):
    """`on_likely`, and the `seconds` of its count."""

    on_likely: OnLikely = "count"
    seconds: Annotated[float, Meta(ge=COUNT_SECONDS[0], le=COUNT_SECONDS[1])] = 3.0

    def view(self) -> SettingsView:
        """Return them as JSON."""
        return {"on_likely": self.on_likely, "seconds": self.seconds}


def load_settings(folder: Path) -> Settings:
    """Return the settings kept in `folder`; without any, or where they are damaged, the usual."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Settings)
    except (OSError, ValueError, RecursionError):
        return Settings()


def save_settings(folder: Path, settings: Settings) -> None:
    """Keep `settings` in `folder`, for good; raises `LogError` ``settings_unwritable``."""
    try:
        write(folder / FILE, msgspec.json.encode(settings))
    except OSError as error:
        raise LogError("settings_unwritable", f"Cannot keep the settings: {error}.") from error
