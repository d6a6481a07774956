"""A session at the broker belongs to the password's user, whatever a client calls itself."""

import ssl
import threading
from typing import Any

import pytest
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.hub.programs import HUB_USER
from tests.companion.hub.services import Broker

TABLES = ("0000000a", "0000000b")


def connected(broker: Broker, user: str, client_id: str, lost: list[str]) -> Any:
    """Return a connected client of `user` that calls itself `client_id`."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id, protocol=mqtt.MQTTv5)
    there = broker.connection(user)
    client.username_pw_set(user, there.password)
    client.tls_set_context(ssl.create_default_context(cadata=there.ca))
    came = threading.Event()
    client.on_connect = lambda *_: came.set()
    client.on_disconnect = lambda *_: lost.append(client_id)
    client.connect(there.host, there.port)
    client.loop_start()
    assert came.wait(30)
    return client


@pytest.mark.parametrize("victim", [HUB_USER, TABLES[1]])
def test_a_stolen_password_takes_nobody_elses_session(broker: Broker, victim: str) -> None:
    """A thief who calls themselves the hub, or another table, disconnects neither."""
    lost: list[str] = []
    client = connected(broker, victim, victim, lost)
    thief = connected(broker, TABLES[0], victim, lost)
    answered = threading.Event()
    client.on_subscribe = lambda *_: answered.set()
    client.subscribe("croupier/news", 1)
    assert answered.wait(30)
    assert lost == []
    for one in (client, thief):
        one.disconnect()
        one.loop_stop()
