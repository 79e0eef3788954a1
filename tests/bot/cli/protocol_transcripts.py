"""Transcripts of the line protocol: what is typed after `>`, and the answer to it below."""

import re
from dataclasses import dataclass

TYPED = "> "


@dataclass(frozen=True)
class Exchange:
    """A line and its answer; empty for an empty line or a comment."""

    typed: str
    answer: str


def exchanges(transcript: str) -> list[Exchange]:
    lines = re.split(rf"^{TYPED.rstrip()}(?: |$)", transcript.strip("\n"), flags=re.MULTILINE)
    parts = [text.partition("\n") for text in lines[1:]]
    return [Exchange(typed, answer.rstrip("\n")) for typed, _, answer in parts]


def as_answered(exchange: Exchange) -> str:
    return f"{exchange.answer}\n\n" if exchange.answer else ""
