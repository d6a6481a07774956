"""A table goes on sending whatever happens to its connection, and reports a failing one."""

import logging
import socket
import ssl
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from paho.mqtt import client as mqtt
from paho.mqtt.enums import MQTTErrorCode

from companion.hub.programs import make_certificates, program_path
from companion.log.log import Log
from companion.mqtt import sender
from companion.mqtt.outgoing import OutgoingLog
from companion.mqtt.sender import Sender, needs_no_waiting
from companion.mqtt.settings import CafeSettings
from tests.waiting import until


def test_a_message_cut_off_does_not_delay_others() -> None:
    """Of 200 tables, some once stopped for good when their network was cut."""
    info = mqtt.MQTTMessageInfo(1)
    assert not needs_no_waiting(info)
    info.rc = MQTTErrorCode.MQTT_ERR_NO_CONN
    assert needs_no_waiting(info)


def test_a_broker_that_never_answers_is_reported(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It accepts the connection with its certificate, then is silent: log and table report it.

    The table learns of it at once, through a pipe.
    """
    if program_path("openssl") is None:
        pytest.skip("needs OpenSSL (apt-get install openssl)")
    monkeypatch.setattr(sender, "KEEPALIVE_SECONDS", 1)
    caplog.set_level(logging.WARNING)
    Log(tmp_path / "data").close()
    ca = make_certificates(tmp_path, ["127.0.0.1"]).read_text()
    output = tmp_path / "output"
    with output.open("w") as pipe, socket.create_server(("127.0.0.1", 0)) as listener:
        monkeypatch.setattr(sys, "stdout", pipe)
        threading.Thread(target=_say_nothing, args=(listener, tmp_path), daemon=True).start()
        port = listener.getsockname()[1]
        settings = CafeSettings("Klee", "Table", "127.0.0.1", port, "0000000a", "no", ca)
        sending = Sender(OutgoingLog(tmp_path / "data"), settings, tmp_path / "data")
        run = threading.Thread(target=sending.run)
        run.start()
        try:
            until(lambda: "does not answer" in caplog.text)
            until(lambda: '{"away":true}' in output.read_text())
        finally:
            sending.close()
            run.join()


def _say_nothing(listener: socket.socket, folder: Path) -> None:
    """Accept connections at `listener` with the certificate in `folder`, and never answer."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "server.pem", folder / "server.key")
    silent = []
    while listener.fileno() != -1:
        with suppress(OSError):
            silent.append(context.wrap_socket(listener.accept()[0], server_side=True))
