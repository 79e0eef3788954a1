"""What one person sees of what they have just pressed, sent or ordered."""

from dataclasses import dataclass

from sandbox.state.models import LOADING
from tests.helpers.people import Message, Person
from tools.chaos.people.watch import Personal, Watch

BEGUN, FAILED, MODAL = "INTERACTION_CREATE", "INTERACTION_FAILURE", "INTERACTION_MODAL_CREATE"


@dataclass(frozen=True)
class Responses:
    """What is shown to a person alone from an instant on; they may act elsewhere at the same time.

    Attributes:
        watch: Sees it all.
        person: The person.
        room: Where they act.
        seen: How much they had been shown before.
    """

    watch: Watch
    person: Person
    room: str
    seen: int

    @classmethod
    def now(cls, watch: Watch, person: Person, room: str) -> "Responses":
        """What is shown from now on."""
        return cls(watch, person, room, len(watch.personal[int(person.id)]))

    @property
    def shown(self) -> list[Personal]:
        """All of it, in order."""
        return self.watch.personal[int(self.person.id)][self.seen :]

    def modal(self, match_id: int) -> Message | None:
        """A form for a match that opened."""
        opened = (each.about for each in self.shown if each.kind == MODAL)
        return next((each for each in opened if each["custom_id"].endswith(f":{match_id}")), None)

    def ending(self) -> Personal | None:
        """That what was done has failed, or its answer as a whole."""
        return next(filter(self._is_ending, self.shown), None)

    def _is_ending(self, shown: Personal) -> bool:
        if shown.kind == FAILED:
            return shown.about["id"] in self._begun
        if shown.kind not in {"answer", "filled in"} or shown.about.flags & LOADING:
            return False
        interaction = shown.about.interaction or {}
        is_here = shown.about.channel_id == int(self.room)
        return is_here and str(interaction.get("id")) in self._begun

    @property
    def _begun(self) -> set[str]:
        """What was done since; an answer to what was done before may be filled in once more."""
        return {each.about["id"] for each in self.shown if each.kind == BEGUN}
