"""A finding, as the health page and `croupier doctor` show it.

The catalogues (domain ``desk``) have its sentence, ``health_CODE``, and the advice,
``health_CODE_do``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Level: TypeAlias = Literal["ok", "info", "warning", "problem"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A stable `code`, how serious it is, and the figures in its sentence."""

    code: str
    level: Level
    figures: Mapping[str, Any] = field(default_factory=dict)
