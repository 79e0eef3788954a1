"""What the tests of the page share besides `dealer play` and a browser."""

from tests.end_to_end.conftest import fixture
from tests.sandbox.page.page_server import PageServer


@fixture(name="room")
async def page_room(server: PageServer) -> str:
    """The name of a room in which nothing has been said."""
    return await server.new_room()
