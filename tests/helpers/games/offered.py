"""Which games are played by the Dealer itself, and which are taught, as found by what is there."""

from typing import Final

from bot.texts.lessons.pages import exercises_of
from engine.games import GAMES
from engine.opponents.choose import has_opponent

PLAYED: Final = tuple(name for name, kind in GAMES.items() if has_opponent(kind))
TAUGHT: Final = tuple(name for name, kind in GAMES.items() if exercises_of(kind))
