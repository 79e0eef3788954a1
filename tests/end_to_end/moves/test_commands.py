"""The slash commands: what they answer, whom they refuse, and that all of it stays private."""

from bot.features.replays import texts as analyses
from tests.end_to_end.conftest import Ears
from tests.end_to_end.helpers.matches import World


async def test_a_start_that_cannot_be_dealt_is_declined_with_the_reason(
    world: World, room: str, ears: Ears
):
    answer = await ears["host"].ask(room, "/fire-and-ice start", level="hard", **world.players)
    assert "in which I have a seat" in answer["content"]


async def test_anybody_may_have_the_match_analysed_once_it_is_over(
    world: World, room: str, ears: Ears
):
    opening = await world.start(room, first="ec")
    refused = await ears["spectator"].ask(room, "/match analyse")
    assert refused["content"] == analyses.NOT_OVER()
    await world.ec.say(room, "concede")
    await world.result_after(room, opening)
    await ears["spectator"].ask(room, "/match analyse")
    answers = await ears["spectator"].wait("MESSAGE_UPDATE", lambda data: data["attachments"])
    assert "conceded with a chance of" in answers["content"]
    (graph,) = answers["attachments"]
    assert graph["filename"] == "chances.png"
    assert graph["description"].startswith("Graph of EC Ada's chance of winning")
