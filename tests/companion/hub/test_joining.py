"""Joining a café: neither side trusts the other without the secret, which is never sent."""

import msgspec
import pytest

from companion.hub import joining

SECRET, OTHER = "00" * 16, "11" * 16
NONCE = "22" * 16


def test_both_prove_the_secret_without_sending_it() -> None:
    """Messages contain neither the secret nor the password."""
    asked = joining.join_request(SECRET, "0123abcd", "Table 7", NONCE)
    assert joining.proves_secret(asked, SECRET)
    answer = joining.join_answer(asked, SECRET, "Klee", "192.0.2.7", 8883, "PEM")
    assert joining.answer_proves_secret(answer, NONCE, SECRET)
    sent = msgspec.json.encode([asked, answer]).decode()
    assert SECRET not in sent
    assert joining.table_password(SECRET, "0123abcd", NONCE) not in sent


def test_a_stranger_is_not_believed() -> None:
    """It does not know the secret, or a message was changed on the way."""
    asked = joining.join_request(OTHER, "0123abcd", "Table 7", NONCE)
    assert not joining.proves_secret(asked, SECRET)
    asked = joining.join_request(SECRET, "0123abcd", "Table 7", NONCE)
    assert not joining.proves_secret(msgspec.structs.replace(asked, table="deadbeef"), SECRET)
    answer = joining.join_answer(asked, SECRET, "Klee", "192.0.2.7", 8883, "PEM")
    for changed in ({"ca": "EVIL"}, {"host": "192.0.2.66"}, {"port": 1}):
        assert not joining.answer_proves_secret(
            msgspec.structs.replace(answer, **changed), NONCE, SECRET
        )
    assert not joining.answer_proves_secret(answer, "33" * 16, SECRET)


@pytest.mark.parametrize("text", ["", "http://192.0.2.7/join", "ftp://x/#00", "http://x/#zz", "x"])
def test_malformed_codes_are_refused(text: str) -> None:
    """Nothing is sent."""
    with pytest.raises(ValueError, match=r"code|hexadecimal"):
        joining.parse_join_address(text)


@pytest.mark.parametrize("field", [{"table": "hub"}, {"name": ""}, {"name": "a\nb"}, {"more": 1}])
def test_impossible_requests_are_refused(field: dict[str, object]) -> None:
    """No table can have the hub's name, and names are one line."""
    asked = msgspec.to_builtins(joining.join_request(SECRET, "0123abcd", "Table 7", NONCE))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**asked, **field}, joining.JoinRequest)
