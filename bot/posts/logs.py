"""The log of a match, line by line."""

from dataclasses import replace

from bot.posts.compose import Composer
from bot.texts import match_log
from bot.values.card import MatchCard
from bot.values.events import host_of, message_of
from engine.matches.match import Match
from engine.records.history import HistoryStep, fresh_match, history


def logged_step(card: MatchCard, step: HistoryStep, source: str | None) -> match_log.LoggedStep:
    """Return a step with the link to its message, unless that is secret, and with its host."""
    message_id = None if step.is_secret else message_of(source)
    link = card.link(message_id) if message_id else ""
    return match_log.LoggedStep(step, link, host_of(source))


def lines_of(card: MatchCard, match: Match, sources: tuple[str | None, ...]) -> list[str]:
    """Return the lines of a match's log; while it goes on, without secret entries and lots.

    Even the times and number of secret submissions are nobody's business.
    """
    steps = history(fresh_match(match), match.entries)
    names = dict(card.names_at_first)
    lines = list[str]()
    for step in steps:
        if match.result or not step.is_secret:
            logged = logged_step(card, step, sources[step.number])
            seated = replace(Composer(card).seating, names=dict(names))
            lines.append(match_log.line(seated, len(lines) + 1, logged))
        names |= step.renamed
    return lines
