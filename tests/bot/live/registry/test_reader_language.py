"""Each match, and each of its players, is told in their own language, in whatever task."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from bot.live.outages import StorageOutage
from bot.texts import matches
from bot.texts.language import Language, speaking
from bot.values.card import Person, Readers
from engine.matches.rulings import Replace, write_ruling
from engine.seats import SEATS
from tests.helpers.clocks.waiting import eventually
from tests.helpers.rooms.cards import DMO, EC, card_of
from tests.helpers.rooms.servers import Server


def test_rooms_and_hosts_are_told_of_a_standstill_in_the_language_of_their_matches():
    card = replace(card_of(), language=Language.DE)
    runner = SimpleNamespace(
        card=card, match=SimpleNamespace(clock=SimpleNamespace(paused_since=1))
    )
    client: Any = SimpleNamespace(get_partial_messageable=lambda *_, **__: None)
    retries = SimpleNamespace(reason="it is full")
    services: Any = SimpleNamespace(store=SimpleNamespace(write_retries=retries))
    runners: Any = [runner]
    standstill = StorageOutage(client, services, runners)
    answers = [text for _, text, _ in standstill._beginning(runners, 0)]
    answers += [text for _, text, _ in standstill._ending(runners, 0)]
    with speaking(Language.DE):
        assert answers[0] == matches.STANDSTILL()
        assert answers[2:] == [matches.KEPT_AGAIN()] * 2
    assert not any("save" in message for message in answers)


async def test_a_match_heeds_its_players_choices_from_then_on_and_those_of_who_takes_a_seat(
    server: Server,
):
    runner, spectator = await server.open(), int(server.world.spectator.id)
    choices, ec = server.choices, int(server.world.ec.id)
    server.registry.hear_locale(ec, "de")
    server.registry.hear_locale(spectator, "de")
    await choices.choose_text_boards(spectator, is_sent=True)
    await eventually(lambda: runner.live.readers.languages[EC] is Language.DE)
    assert runner.live.readers == Readers({EC: Language.DE, DMO: Language.EN})
    text, seated = write_ruling(Replace(DMO, "Eve")), Person(spectator, "Eve")
    assert await runner.rule(text, int(server.world.host.id), person=seated) is None
    both_in_german = Readers(dict.fromkeys(SEATS, Language.DE), frozenset({DMO}))
    await eventually(lambda: runner.live.readers == both_in_german)
