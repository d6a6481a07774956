"""What a table sends goes on after whatever happens to its link."""

from paho.mqtt import client as mqtt
from paho.mqtt.enums import MQTTErrorCode

from companion.mqtt.sender import is_settled


def test_a_message_that_was_cut_off_holds_up_no_other() -> None:
    """Nobody waits for it: of 200 tables some stopped for good when their network was cut."""
    info = mqtt.MQTTMessageInfo(1)
    assert not is_settled(info)
    info.rc = MQTTErrorCode.MQTT_ERR_NO_CONN
    assert is_settled(info)
