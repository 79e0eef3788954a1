"""Lets somebody's practice wait while a live match awaits a secret of theirs."""

from bot.live.decide.rulings import waits_for_secret
from bot.live.runner import MatchRunner
from bot.live.runners import Runners
from bot.values.discord_time import DiscordClock
from bot.values.events import SecretAwaited


class SecretsFirst:
    """Looks at a person's matches whenever one of them has changed."""

    def __init__(self, runners: Runners, clock: DiscordClock) -> None:
        self._runners = runners
        self._clock = clock

    def look(self, runner: MatchRunner) -> None:
        """Look at all who play in a match that has changed."""
        for user_id in runner.card.people_ids:
            practice = self._runners.practice_of(user_id)
            if practice:
                self._look_at(practice, user_id)

    def _look_at(self, practice: MatchRunner, user_id: int) -> None:
        awaiting = next(
            (
                each.card.room_id
                for each in self._runners
                if each.card.seat_of(user_id) and is_secret_awaited(each)
            ),
            None,
        )
        if (awaiting is not None) != waits_for_secret(practice.live):
            practice.put(SecretAwaited(awaiting, self._clock.now_ms()))


def is_secret_awaited(runner: MatchRunner) -> bool:
    """Whether a match that counts awaits secrets of its players now."""
    is_running = runner.match.clock.paused_since is None
    return is_running and not runner.card.is_practice and runner.live.awaits_secrets
