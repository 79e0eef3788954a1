"""A person's view of the answers to what they pressed, sent or ordered."""

from dataclasses import dataclass

from sandbox.state.models import LOADING
from tests.helpers.people import Message, Person
from tools.chaos.people.watch import Personal, Watch

BEGUN, FAILED, MODAL = "INTERACTION_CREATE", "INTERACTION_FAILURE", "INTERACTION_MODAL_CREATE"


@dataclass(frozen=True)
class Responses:
    """The private answers to a person from an instant on; they may act elsewhere too.

    Attributes:
        room: Room of their action.
        seen: Number of answers before.
    """

    watch: Watch
    person: Person
    room: str
    seen: int

    @classmethod
    def now(cls, watch: Watch, person: Person, room: str) -> "Responses":
        """Start a view at this instant."""
        return cls(watch, person, room, len(watch.personal[int(person.id)]))

    @property
    def shown(self) -> list[Personal]:
        """The answers, in order."""
        return self.watch.personal[int(self.person.id)][self.seen :]

    def modal(self, match_id: int) -> Message | None:
        """Return a form for a match that opened."""
        opened = (personal.about for personal in self.shown if personal.kind == MODAL)
        return next(
            (request for request in opened if request["custom_id"].endswith(f":{match_id}")), None
        )

    def ending(self) -> Personal | None:
        """Return the failure of the action, or its complete answer."""
        return next(filter(self._is_ending, self.shown), None)

    def _is_ending(self, personal: Personal) -> bool:
        if personal.kind == FAILED:
            return personal.about["id"] in self._begun
        if personal.kind not in {"answer", "filled in"} or personal.about.flags & LOADING:
            return False
        interaction = personal.about.interaction or {}
        is_here = personal.about.channel_id == int(self.room)
        return is_here and str(interaction.get("id")) in self._begun

    @property
    def _begun(self) -> set[str]:
        """The interactions begun since; an older one's answer may be filled in once more."""
        return {personal.about["id"] for personal in self.shown if personal.kind == BEGUN}
