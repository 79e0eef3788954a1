"""The judgement of a run."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.helpers.databases.kept_databases import Database
from tests.helpers.databases.kept_matches import kept_match
from tools.chaos.checks.acknowledgements import Acknowledgements
from tools.chaos.checks.circumstances import Circumstances
from tools.chaos.checks.problems import problems_of, problems_of_practice, public_boards
from tools.chaos.people.patience import Bots
from tools.chaos.people.players import PlayedMatch
from tools.chaos.people.playing import Playing
from tools.chaos.people.practising import PracticeMatch
from tools.chaos.plan import Result


@dataclass(frozen=True)
class Judge:
    """Judges the matches of a run that is over.

    Attributes:
        circumstances: Returns the circumstances of the matches that some bots serve.
        reference: Result of the same matches where no process was ended.
    """

    playing: Playing
    database: Database
    acknowledgements: Acknowledgements
    circumstances: Callable[[Bots], Circumstances]
    reference: Result | None

    def judge(self) -> None:
        """Add the faults to the result, and the amount played."""
        result, practising = self.playing.result, self.playing.practising
        for played in self.playing.matches:
            result.repeated += played.patience.repeated
            result.submissions += played.submitted
            if played.is_void:
                result.void += 1
            elif len(played.boards) >= played.script.boards:
                self._judge_match(played)
        if practising:
            for practice in practising.played:
                self._judge_practice(practice, practising.patience.processes)
        result.posts = sum(len(posts) for posts in self.playing.watch.posts.values())

    def _judge_match(self, played: PlayedMatch) -> None:
        result, name = self.playing.result, played.script.name
        result.matches[name] += 1
        stored = kept_match(self.database, played.match_id)
        known = self.reference.boards.get(name) if self.reference else None
        circumstances = self.circumstances(played.patience.processes)
        result.violations.extend(
            problems_of(played, stored, circumstances, self.acknowledgements, known)
        )
        result.boards[name] = public_boards(played)

    def _judge_practice(self, practice: PracticeMatch, bots: Bots) -> None:
        result = self.playing.result
        result.practised += 1
        stored = kept_match(self.database, practice.match_id)
        # Direct messages are heard while nothing is told of the server.
        circumstances = replace(self.circumstances(bots), outages=())
        result.violations.extend(problems_of_practice(practice, stored, circumstances))
