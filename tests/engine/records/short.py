"""Short records for tests."""

from engine.records.referee import referee
from engine.seats import Seat

HEAD = "game: fire-and-ice\n"
PLAYERS = {Seat.EC: "Ada", Seat.DMO: "Bob"}


def judged(body: str, **headers: str) -> list[dict]:
    lines = [f"{key}: {value}\n" for key, value in headers.items()]
    return referee(HEAD + "".join(lines) + "\n" + body)
