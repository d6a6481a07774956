"""One thing that was looked at, as the page of health and `croupier doctor` tell it.

The sentences are ``health_CODE`` and, for what to do about it, ``health_CODE_do`` in the catalogues
(domain ``desk``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Level: TypeAlias = Literal["ok", "info", "warning", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A stable `code`, how bad it is, and the figures."""

    code: str
    level: Level
    figures: Mapping[str, Any] = field(default_factory=dict)
