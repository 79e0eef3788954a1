import pytest

from sandbox.state.locales import LOCALES

GERMAN = {"description": "Go", "description_localizations": {"de": "Los"}}
OPTION = {"type": 3, "name": "word", **GERMAN}


async def prefer(clients, locale):
    body = {"preferred_locale": locale}
    await clients.hana.expect(200, "PATCH", f"/guilds/{clients.guild}", body)


async def test_bots_are_told_a_guilds_language_and_that_it_has_changed(clients, dealer):
    assert (await clients.bot.get(f"/guilds/{clients.guild}"))["preferred_locale"] == "en-US"
    await prefer(clients, "de")
    assert (await dealer.wait("GUILD_UPDATE"))["preferred_locale"] == "de"
    later = await clients.watch_as_bot()
    (guild,) = [event["d"] for event in later.events if event["t"] == "GUILD_CREATE"]
    assert guild["preferred_locale"] == "de"


@pytest.mark.parametrize(
    ("answers", "locale"),
    [("", "en-US"), ("de", "de"), ("de-AT", "de"), ("en-GB", "en-GB"), ("tlh", "en-US")],
)
async def test_an_interaction_tells_its_persons_language_and_its_guilds(
    clients, answers, locale, dealer
):
    await prefer(clients, "fr")
    [ping] = await clients.register({"name": "ping", **GERMAN})
    clients.ada.locale = answers
    assert (await clients.use(clients.ada, ping)).status == 204
    heard = await dealer.wait("INTERACTION_CREATE")
    assert (heard["locale"], heard["guild_locale"]) == (locale, "fr")
    assert locale in LOCALES


async def test_people_read_descriptions_in_their_language_and_bots_all_that_they_ask_for(clients):
    await clients.register({"name": "ping", **GERMAN, "options": [OPTION]})
    clients.ada.locale = "de"
    for part in ((ping := (await clients.ada.get(clients.commands))[0]), ping["options"][0]):
        assert (part["description"], part["description_localized"]) == ("Go", "Los")
        assert "description_localizations" not in part
    [short] = await clients.bot.get(clients.commands)
    assert short.keys().isdisjoint({"description_localizations", "description_localized"})
    [whole] = await clients.bot.get(f"{clients.commands}?with_localizations=true")
    assert whole["description_localizations"] == {"de": "Los"}
    assert whole["options"][0]["description_localizations"] == {"de": "Los"}
