"""Plays matches and practice for as long as a run lasts."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TypeAlias

from tests.helpers.people import Person
from tools.chaos.people.match_people import MatchPeople
from tools.chaos.people.patience import Patience, Violation
from tools.chaos.people.players import PlayedMatch
from tools.chaos.people.practising import Practising
from tools.chaos.people.watch import Watch
from tools.chaos.plan import Plan, Result
from tools.chaos.processes.bot_processes import Owners
from tools.chaos.processes.boundaries import Boundary
from tools.chaos.processes.faults import FaultInjector
from tools.chaos.scripts.script import Script

People: TypeAlias = tuple[Person, Person, Person]
"""Host, EC and DMO."""


@dataclass
class Playing:
    """Everything played in a run.

    Attributes:
        watch: View of the players.
        owners: The bots that deal.
        injectors: Each of a server to play on; direct messages are the first one's.
        result: Collects violations.
        generator: Shuffles the scripts.
        is_enough: Set once nothing new is to begin.
        matches: Matches begun so far.
        practising: The person who practises, if any.
    """

    plan: Plan
    watch: Watch
    owners: Owners
    injectors: Sequence[FaultInjector]
    result: Result
    generator: Random
    is_enough: bool = False
    matches: list[PlayedMatch] = field(default_factory=list)
    practising: Practising | None = None

    async def play_all(self) -> None:
        """Play all scripts, and repeat them until there is enough, if that is wanted."""
        waiting = list(self.plan.scripts)
        self.generator.shuffle(waiting)
        # Neighbours are on the same server.
        servers = [
            self.injectors[number // 2 % len(self.injectors)] for number in range(self.plan.at_once)
        ]
        seated = [await self._new_people(server) for server in servers]
        # Some sit at two matches, and have to say for which one they tell something in private.
        for number in range(1, self.plan.at_once // 2, 2):
            seated[number] = (seated[number][0], *seated[number - 1][1:])
        shared = {people[1].id for number, people in enumerate(seated) if number % 2}
        await asyncio.gather(
            *(
                self._play_some(waiting, server, people, is_shared=people[1].id in shared)
                for server, people in zip(servers, seated, strict=True)
            ),
            self._practise(),
        )

    async def _practise(self) -> None:
        if not self.plan.with_practice:
            return
        expected = self.plan.wanted & {Boundary.IN_PRACTICE}

        def is_enough() -> bool:
            return self.is_enough or (bool(expected) and expected <= self.result.met)

        person = await self.injectors[0].world.newcomer()
        patience = Patience(self.watch, self.owners)
        self.practising = Practising(person, await person.direct(), patience)
        try:
            await self.practising.play_until(is_enough)
        except Violation as violation:
            self.result.violations.append(str(violation))

    async def _play_some(
        self, waiting: list[Script], server: FaultInjector, people: People, *, is_shared: bool
    ) -> None:
        """Play one script after the other, always with the same people, and two in each room.

        The second one is asked for while the first one's result may still be on its way.
        """
        earlier: PlayedMatch | None = None
        async with asyncio.TaskGroup() as plays:
            while waiting:
                script = waiting.pop(0)
                if self.plan.is_endless and not self.is_enough:
                    waiting.append(script)
                rooms = [await server.world.new_room() for _ in range(2)]
                if earlier:
                    rooms = [earlier.room, earlier.people.mirror]
                seated = self._seated(people, *rooms, is_shared=is_shared)
                played = PlayedMatch(script, seated, Patience(self.watch, self.owners))
                if earlier:
                    played.since = earlier.until = len(earlier.room_posts)
                elif self.plan.with_faults and not self.is_enough:
                    played.trouble = partial(server.fail_posts_in, seated.room)
                self.matches.append(played)
                plays.create_task(self._play(played))
                earlier = None if earlier else played
                has_ended = await played.ended
                is_told = len(played.boards) >= script.boards
                self.result.counts["results on their way at the end"] += has_ended and not is_told
                if not has_ended:
                    people, is_shared = await self._new_people(server), False
                    earlier = None

    def _seated(self, people: People, room: str, mirror: str, *, is_shared: bool) -> MatchPeople:
        name = self.watch.sandbox.services.world.channels[int(room)].name
        return MatchPeople(room, *people, mirror, f"#{name} " if is_shared else "")

    async def _play(self, played: PlayedMatch) -> None:
        try:
            await played.play()
        except Violation as violation:
            self.result.violations.append(str(violation))
            if not played.ended.done():
                played.ended.set_result(False)

    @staticmethod
    async def _new_people(server: FaultInjector) -> People:
        host, ec, dmo = [await server.world.newcomer(role) for role in ("host", "ec", "dmo")]
        server.private += [await person.direct() for person in (ec, dmo)]
        return host, ec, dmo
