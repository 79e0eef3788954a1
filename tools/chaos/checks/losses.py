"""Data that Discord's users can see to be stored, and whether it is."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.helpers.databases.kept_databases import Database, Unreadable
from tests.helpers.databases.kept_matches import posts_of_all
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.people.players import PlayedMatch
from tools.chaos.people.watch import Watch


@dataclass(frozen=True)
class StoredData:
    """Data that is stored, or shown as stored.

    Attributes:
        logged: Messages and interactions of the lines of logs.
        submitted: Interactions, judged or not.
        posts: Posts, each by its match and name.
        confirmed: Presses of *Confirm*, of each ruling one of which is its line's.
    """

    logged: frozenset[str] = frozenset()
    submitted: frozenset[str] = frozenset()
    posts: frozenset[tuple[int, str]] = frozenset()
    confirmed: frozenset[frozenset[str]] = frozenset()

    def lost_from(self, stored: "StoredData") -> list[str]:
        """Return what is not among the stored data."""
        missing = (self.logged - stored.logged) | (self.submitted - stored.submitted)
        posts = sorted(self.posts - stored.posts)
        rulings = (presses for presses in self.confirmed if not presses & stored.logged)
        missing |= {" or ".join(sorted(presses)) for presses in rulings}
        return [
            *(f"{source} was acknowledged, and is lost" for source in sorted(missing)),
            *(f"post {name} of match {match_id} stands, and is lost" for match_id, name in posts),
        ]


def shown(
    matches: Iterable[PlayedMatch], watch: Watch, acknowledgements: Acknowledgements
) -> StoredData:
    """Return the data shown as stored so far."""
    sources = (source for played in matches for source in played.acknowledged if source)
    posts = (post for channel in watch.posts.values() for post in channel if post.match_id)
    return StoredData(
        frozenset(map(str, watch.marked)) | {source.split(":")[1] for source in sources},
        frozenset(str(submission.interaction_id) for submission in acknowledgements.promised),
        frozenset((post.match_id, post.name) for post in posts),
        frozenset(acknowledgements.confirmed),
    )


def stored_in(database: Database) -> StoredData:
    """Return the data in a copy of a database; none if there are not even tables."""
    try:
        # In the order in which a bot that is at work moves it on.
        waiting = {str(row) for (row,) in database.rows("SELECT interaction_id FROM inbox")}
        rows = database.rows("SELECT source FROM entries WHERE source IS NOT NULL")
        posts = [*posts_of_all(database)]
    except Unreadable:
        return StoredData()
    logged = {source.split(":")[1] for (source,) in rows}
    answered = {source.split(":")[1] for _, post in posts if (source := post.body["answers"])}
    return StoredData(
        frozenset(logged),
        frozenset(logged | waiting | answered),
        frozenset((match_id, post.name) for match_id, post in posts),
    )
