"""Players' names: those that look the same are equal, and invisible ones are refused."""

import pytest

from engine.core.names import entered_names, person_key
from engine.core.refusals import BadSetup


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        (" Ana ", "Ana"),
        ("Ana  Maria", "Ana Maria"),
        ("Ana\u00a0\tMaria", "Ana Maria"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("Ana\u3164", "Ana"),
        ("\u2800Ana\u2800B", "Ana B"),
        ("\u1112\u1161\u11ab", "\ud55c"),
        ("\U0001f436", "\U0001f436"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u0645\u06cc\u200c\u062a\u0631\u0627", "\u0645\u06cc\u200c\u062a\u0631\u0627"),
        ("?", "?"),
        ("7", "7"),
    ],
)
def test_a_name_is_saved_as_it_looks(typed: str, written: str) -> None:
    """Accents are merged with their letters, blanks made single; an emoji is a valid name."""
    assert entered_names([typed, "Cleo"]) == (written, "Cleo")
    assert entered_names([written]) == (written,)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "\u3164",
        "\uffa0",
        "\u115f\u1160",
        "\u2800",
        "\u0301",
        "\u200d",
        "\ufe0f",
        "A" * 25,
    ],
)
def test_invisible_and_long_names_are_refused(name: str) -> None:
    """Hangul fillers, the Braille blank and a lone accent are refused, and so is a long name."""
    with pytest.raises(BadSetup) as caught:
        entered_names(["Ana", name])
    assert caught.value.code == "bad_name"


@pytest.mark.parametrize("name", ["A\u200bB", "A\u0007", "\u202eAna", "\ud800"])
def test_unprintable_names_are_refused(name: str) -> None:
    """Control characters and halves of surrogate pairs are refused."""
    with pytest.raises(BadSetup) as caught:
        entered_names([name])
    assert caught.value.code == "bad_name"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zo\u00e9", "Zoe\u0301"),
        ("a  b", "a b"),
        ("ANA", "ana "),
        ("Ana\u3164", "Ana"),
        ("An\u200ca", "Ana"),
    ],
)
def test_names_that_look_the_same_are_equal(one: str, other: str) -> None:
    """Two players cannot both use them; in later games they belong to the same player."""
    assert person_key(one) == person_key(other)
    with pytest.raises(BadSetup) as caught:
        entered_names([one, "Ben", other])
    assert caught.value.code == "duplicate_name"
    assert caught.value.figures == {"name": entered_names([one])[0]}


def test_similar_names_are_different_players() -> None:
    """One more accent makes a different name."""
    assert person_key("Zoe") != person_key("Zo\u00e9")
    assert entered_names(["Zoe", "Zo\u00e9"]) == ("Zoe", "Zo\u00e9")


@pytest.mark.parametrize("name", ["\u0410na", "An\u0430", "\u0391NA"])
def test_a_name_in_other_letters_that_looks_the_same_is_refused(name: str) -> None:
    """Cyrillic and Greek letters may look Latin; a name that looks different is accepted."""
    assert entered_names(["Ana", "\u0410\u043d\u0430"])
    with pytest.raises(BadSetup) as caught:
        entered_names(["Ana", name])
    assert caught.value.code == "duplicate_name"
