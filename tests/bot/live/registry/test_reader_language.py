"""A standstill is told of in the language of each match, in whatever task."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from bot.live.outages import StorageOutage
from bot.texts import matches
from bot.texts.language import Language, speaking
from tests.helpers.rooms.cards import card_of


def test_rooms_and_hosts_are_told_of_a_standstill_in_the_language_of_their_matches():
    card = replace(card_of(), language=Language.DE)
    runner = SimpleNamespace(
        card=card, match=SimpleNamespace(clock=SimpleNamespace(paused_since=1))
    )
    parts: dict[str, Any] = {
        "client": SimpleNamespace(get_partial_messageable=lambda *_, **__: None),
        "write_retries": SimpleNamespace(reason="it is full"),
    }
    other_items = dict.fromkeys(("clock", "limiter", "runners", "is_connected_to"))
    standstill = StorageOutage(**parts, **other_items)  # type: ignore[arg-type]
    runners: Any = [runner]
    answers = [item.content for item in standstill._beginning(runners, 0)]
    answers += [item.content for item in standstill._ending(runners, 0)]
    with speaking(Language.DE):
        assert answers[0] == matches.STANDSTILL()
        assert answers[2:] == [matches.KEPT_AGAIN()] * 2
    assert not any("save" in message for message in answers)
