"""How a hub reaches its broker."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BrokerConnection:
    """Where the broker is, as whom to speak to it, and (`ca`, PEM) by whom it is vouched for."""

    host: str
    port: int
    user: str
    password: str
    ca: str
