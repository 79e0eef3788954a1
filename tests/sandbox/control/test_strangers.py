"""The sandbox answers on this machine alone, and to no other page than its own."""

import aiohttp
import pytest

from sandbox.server import Sandbox

HOSTS = {
    **dict.fromkeys(("127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}", "localhost"), 200),
    "localhost:{another}": 200,  # a forwarded port
    **dict.fromkeys(("evil.com", "evil.com:{port}", "localhost.evil.com:{port}", "0.0.0.0"), 403),
    **dict.fromkeys(("127.0.0.1.evil.com", "127.0.0.1:{port}@evil.com", "localhost:x", ""), 403),
}
ORIGINS = {
    **dict.fromkeys((None, "http://{host}"), 200),
    **dict.fromkeys(("http://evil.com", "https://{host}", "http://{host}.evil.com", "null"), 403),
    **dict.fromkeys(("http://127.0.0.1:{another}", "http://localhost:{port}", "file://", ""), 403),
}


def told(text, sandbox):
    """Return a text with the sandbox's host and port in it, and another port."""
    host = sandbox.address.removeprefix("http://")
    port = int(host.rpartition(":")[2])
    return text.format(host=host, port=port, another=port ^ 1)


async def statuses(clients, headers):
    """Return what a page, a post, a request of Discord's and the gateway answer to headers."""
    address, sent = clients.sandbox.address, {"headers": headers}
    authorized = {
        "headers": headers | {"Authorization": clients.ada.token},
        "json": {"content": "x"},
    }
    calls = (
        ("GET", f"{address}/", sent),
        ("POST", f"{address}/sandbox/world", sent | {"json": {}}),
        ("POST", f"{clients.sandbox.api}{clients.messages}", authorized),
    )
    answers = [(await clients.ask(method, url, **more)).status for method, url, more in calls]
    try:
        async with clients.session.ws_connect(clients.sandbox.gateway, **sent) as socket:
            assert (await socket.receive_json())["op"] == 10
            return {*answers, 200}
    except aiohttp.WSServerHandshakeError as error:
        return {*answers, error.status}


@pytest.mark.parametrize(("host", "status"), HOSTS.items())
async def test_only_a_name_of_this_machine_is_the_sandbox_s_own(clients, host, status):
    """Another one leads here by a page whose name is bound to this machine's address."""
    assert await statuses(clients, {"Host": told(host, clients.sandbox)}) == {status}


@pytest.mark.parametrize(("origin", "status"), ORIGINS.items())
async def test_no_page_but_the_sandbox_s_own_may_ask_it(clients, origin, status):
    headers = {} if origin is None else {"Origin": told(origin, clients.sandbox)}
    assert await statuses(clients, headers) == {status}
    said = [message["content"] for message in await clients.ada.get(clients.messages)]
    assert said == (["x"] if status == 200 else [])


@pytest.mark.parametrize("name", ["localhost:{port}", "[::1]:{another}"])
async def test_the_page_asks_by_the_name_at_which_it_is_open(clients, name):
    host = told(name, clients.sandbox)
    assert await statuses(clients, {"Host": host, "Origin": f"http://{host}"}) == {200}


@pytest.mark.parametrize("mode", [None, 0o644])
async def test_nobody_else_reads_the_file(tmp_path, mode):
    """It has everybody's messages and tokens; a file of an earlier version is narrowed."""
    names = ("state.sqlite", "state.sqlite-wal", "state.sqlite-shm")
    files = [tmp_path / name for name in names]
    if mode is not None:
        files[0].touch(mode)
        files[1].touch(mode)
    async with Sandbox(state=files[0]):
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
