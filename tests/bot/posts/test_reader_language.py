"""What goes with a post is in its readers' language, whoever's task it is made in."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from bot.matches.standstill import Standstill
from bot.posts.attachments import Look, attachments_of
from bot.posts.post import Post
from bot.texts import matches
from bot.texts.language import Language, speaking
from bot.texts.players import board_buttons, replays
from engine.matches.match import Match
from tests.bot.cards import card_of, in_outbox
from tests.engine.playing import begun, entry, fire_and_ice

GERMAN = Look(language=Language.DE)


def over() -> Match:
    match = begun(fire_and_ice(first="ec"), by_posts=True)
    for line in ("dealer @1 posted", "ec @13 E6 E7", "dealer @18", "ec @22 concede"):
        match = match.enter(entry(line)).match
    return match


async def no_gif(*_: Any) -> bytes:
    return b"GIF"


async def test_figures_pictures_buttons_and_animations_are_described_to_their_readers():
    match = over()
    card = card_of(match.game)
    result = in_outbox(Post("🏁", record=True, board=True, words=()), 1, 1)
    result = replace(result, log_length=len(match.entries))
    whole = replace(result, animation=True, board=False, record=False)
    attachments = attachments_of(card, match, result, lambda *_: GERMAN)
    animated = attachments_of(card, match, whole, lambda *_: GERMAN, no_gif)
    view = attachments.buttons()
    assert view is not None
    labels = [item.label for item in view.children]  # type: ignore[attr-defined]
    (gif,) = await animated.files(whole)
    (alt,) = await attachments.alts(result)
    figures = (await attachments.with_figures(result)).content
    with speaking(Language.DE):
        assert board_buttons.CONCEDE() in labels
        assert gif.description == replays.ANIMATION_ALT()
        assert "Verbrauchte Zeit" in figures
        assert "Die Partie ist vorbei" in alt


def test_rooms_and_hosts_are_told_of_a_standstill_in_the_language_of_their_matches():
    card = replace(card_of(), language=Language.DE)
    runner = SimpleNamespace(card=card, match=SimpleNamespace(paused_since=1))
    parts: dict[str, Any] = {
        "client": SimpleNamespace(get_partial_messageable=lambda *_, **__: None),
        "write_retries": SimpleNamespace(reason="it is full"),
    }
    others = dict.fromkeys(("clock", "limiter", "runners", "hears"))
    standstill = Standstill(**parts, **others)  # type: ignore[arg-type]
    runners: Any = [runner]
    told = [each.content for each in standstill._beginning(runners, 0)]
    told += [each.content for each in standstill._ending(runners, 0)]
    with speaking(Language.DE):
        assert told[0] == matches.STANDSTILL()
        assert told[2:] == [matches.KEPT_AGAIN()] * 2
    assert not any("save" in each for each in told)
