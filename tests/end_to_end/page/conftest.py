"""A room of `dealer play`, where other tests have one beside the bot that they share."""

from tests.end_to_end.conftest import fixture
from tests.sandbox.page.page_server import PageServer


@fixture()
async def room(server: PageServer) -> str:
    return await server.new_room()
