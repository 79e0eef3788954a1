"""Data that Discord's users can see to be stored, and whether it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from tests.helpers.databases.kept_matches import Durable
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.people.players import PlayedMatch
from tools.chaos.people.watch import Watch


@dataclass(frozen=True)
class Seen:
    """The data shown as stored so far.

    Attributes:
        acknowledged: Messages and interactions shown as lines of logs.
        promised: Acknowledged interactions.
        posts: Standing posts, each by its match and name.
    """

    acknowledged: frozenset[str]
    promised: frozenset[str]
    posts: tuple[tuple[int, str], ...]

    @classmethod
    def now(
        cls, matches: Iterable[PlayedMatch], watch: Watch, acknowledgements: Acknowledgements
    ) -> Self:
        """Return the data shown as stored so far."""
        sources = (source for played in matches for source in played.acknowledged if source)
        posts = (post for channel in watch.posts.values() for post in channel if post.match_id)
        return cls(
            frozenset(map(str, watch.marked)) | {source.split(":")[1] for source in sources},
            frozenset(str(submission.interaction_id) for submission in acknowledgements.promised),
            tuple((post.match_id, post.name) for post in posts),
        )

    def lost_from(self, durable: Durable) -> list[str]:
        """Return the shown data that a database lacks."""
        missing = (self.acknowledged - durable.logged) | (self.promised - durable.submitted)
        return [
            *(f"{source} was acknowledged, and is lost" for source in sorted(missing)),
            *(
                f"post {name} of match {match_id} stands, and is lost"
                for match_id, name in self.posts
                if (match_id, name) not in durable.posts
            ),
        ]
