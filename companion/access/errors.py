"""Why somebody is turned away, each with a stable code.

::

    AccessDenied
    ├── CodeNeeded (401 code_needed)        a stranger: he sees the form for the code and no more
    ├── WrongCode (403 wrong_code)
    ├── TooManyGuesses (429 too_many_guesses, seconds)
    ├── BankerOnly (403 banker_only)
    ├── OnlyWatching (403 only_watching)    a spectator acts, or asks for the camera's pictures
    ├── NewBanker (403 new_banker, seconds) who took a bank that was left sends somebody out
    ├── NewEye (403 new_eye)                no banker has approved of this eye yet
    └── NotYourSeat (403 not_your_seat)     a player acts for somebody else, or for the table
"""

from collections.abc import Mapping
from math import ceil
from types import MappingProxyType

from werkzeug.exceptions import HTTPException

from engine.core.refusals import Json


class AccessDenied(HTTPException):
    """Somebody may not do what he asks; nothing was done. `word` is its stable code."""

    code = 403
    word = "denied"
    figures: Mapping[str, Json] = MappingProxyType({})
    """What the answer says besides code and message."""


class CodeNeeded(AccessDenied):
    """A stranger asks."""

    code = 401
    word = "code_needed"
    description = "The code on the table's display lets you in."


class WrongCode(AccessDenied):
    """That was not the code."""

    word = "wrong_code"
    description = "That is not the code."


class _Wait(AccessDenied):
    """Not yet; in `seconds` he may."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.figures = {"seconds": ceil(seconds)}


class TooManyGuesses(_Wait):
    """Wrong codes came too often; a new one is heard in `seconds`."""

    code = 429
    word = "too_many_guesses"
    description = "Too many wrong codes; please wait."


class BankerOnly(AccessDenied):
    """Only the banker does that."""

    word = "banker_only"
    description = "Only the banker does that."


class OnlyWatching(AccessDenied):
    """Only who sits at the table does that."""

    word = "only_watching"
    description = "Only who sits at the table does that."


class NewBanker(_Wait):
    """Who took a bank that was left may not yet do that; in `seconds` he may."""

    word = "new_banker"
    description = "Who has just taken the bank sends nobody out yet."


class NewEye(AccessDenied):
    """An eye that nobody approved of tells a reading."""

    word = "new_eye"
    description = "A banker has to let this camera in first."


class NotYourSeat(AccessDenied):
    """A player acts for his own seat."""

    word = "not_your_seat"
    description = "A player acts for nobody but himself."
