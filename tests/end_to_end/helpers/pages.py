"""The common parts of the page's tests, besides `dealer play` and a browser."""

from tests.end_to_end.conftest import fixture
from tests.sandbox.page.page_server import PageServer


@fixture(name="room")
async def page_room(server: PageServer) -> str:
    return await server.new_room()
