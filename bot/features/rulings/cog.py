"""Hosts' rulings below `/match`: most are shown first, and count once they are confirmed."""

from typing import ClassVar, Final, Literal

import discord
from discord import app_commands

from bot.cogs.bot import BotCog, Interaction, setup_of
from bot.cogs.interactions import DeclinedError, command, reply, require_time, when_done
from bot.cogs.permissions import (
    own_practice,
    require_host,
    require_no_player,
    require_players,
    require_room,
    require_rulable_match,
)
from bot.features.panels import texts as panel_texts
from bot.features.panels.cog import panels_of
from bot.features.private_channels.cog import require_unread
from bot.features.rulings import texts
from bot.features.rulings.confirming import ANSWER, answer_question, propose, rule
from bot.live.feature import Feature
from bot.texts import answers, hosting
from bot.values.card import Person
from bot.values.events import HostReminderRequested
from engine.matches import rulings
from engine.opponents.thinking import Level
from engine.seats import Seat

LONGEST_REASON: Final = 300
LONGEST_SAID: Final = 500


class Rulings(Feature, BotCog):
    """The commands of rulings, and the buttons that confirm them."""

    below = "match"
    components: ClassVar = {ANSWER: answer_question}

    @command(description="Pause the match here and stop its clocks (hosts)")
    async def pause(self, interaction: Interaction) -> str:
        """Stop the clocks; only hosts and concessions are heard."""
        await rule(interaction, rulings.Pause())
        return answers.PAUSED()

    @command(description="Resume the match here (hosts)")
    async def resume(self, interaction: Interaction) -> str:
        """Start the clocks again."""
        await rule(interaction, rulings.Resume())
        return answers.RESUMED()

    @app_commands.command(description="Take back the last move here, or the last ruling (hosts)")
    @app_commands.describe(what="What to take back (the last move if not set)")
    async def undo(
        self, interaction: Interaction, what: Literal["move", "ruling"] = "move"
    ) -> None:
        """Take back the last move, even one that ended the match, or the last ruling."""
        if own_practice(interaction):
            await when_done(interaction, rule(interaction, rulings.Undo()))
            await reply(interaction, answers.UNDONE())
            return
        await propose(interaction, rulings.UndoRuling() if what == "ruling" else rulings.Undo())

    @app_commands.command(description="Give a player here more reserve, or less (hosts)")
    @app_commands.describe(
        player="Whose reserve",
        amount="Seconds, or 5m, 24h, 3d; periods in a game that has them; a minus takes them away",
    )
    async def time(self, interaction: Interaction, player: Seat, amount: str) -> None:
        """Change a player's reserve."""
        runner, amount = await require_rulable_match(interaction), amount.strip()
        size = amount.removeprefix("-").removeprefix("+")
        if isinstance(runner.match.game.starting_reserve, int) and not size.isdecimal():
            raise DeclinedError(hosting.bad_option("amount", texts.NOT_PERIODS()))
        change = require_time("amount", size)
        change = -change if amount.startswith("-") else change
        await propose(interaction, rulings.ChangeReserve(player, change))

    @app_commands.command(description="End the match here: a player wins (hosts)")
    @app_commands.describe(player="Who wins", reason="The reason; the room sees it")
    async def award(
        self,
        interaction: Interaction,
        player: Seat,
        reason: app_commands.Range[str, 1, LONGEST_REASON],
    ) -> None:
        """Award the match to a player."""
        await propose(interaction, rulings.Award(player), reason)

    @app_commands.command(description="Submit something for a player here (hosts)")
    @app_commands.describe(player="For whom", text="What they would have typed")
    async def say(
        self,
        interaction: Interaction,
        player: Seat,
        text: app_commands.Range[str, 1, LONGEST_SAID],
    ) -> None:
        """Submit, now, a player's text that Discord has lost."""
        await propose(interaction, rulings.Say(player, text))

    @app_commands.command(description="Give a seat of the match here to another person (hosts)")
    @app_commands.describe(player="Who leaves", by="Who takes the seat, secrets and all")
    async def replace(self, interaction: Interaction, player: Seat, by: discord.Member) -> None:
        """Give a seat to another person."""
        runner = await require_rulable_match(interaction)
        other = runner.card.players[player.opponent]
        require_players(by, other_id=other.id, game=type(runner.match.game))
        require_room(interaction.channel, by.guild, by)
        require_unread(runner.card, player, by)
        level = Level.NORMAL if by == by.guild.me else None
        person = Person(by.id, by.display_name, level)
        await propose(interaction, rulings.Replace(player, by.display_name), person=person)

    @command(description="Remind the players who have to act in the match here (hosts)")
    async def remind(self, interaction: Interaction) -> str:
        """Ping those who are awaited."""
        runner = await require_rulable_match(interaction)
        if not runner.match.to_act:
            raise DeclinedError(texts.NOBODY_AWAITED())
        if runner.match.clock.paused_since is not None:
            raise DeclinedError(answers.PAUSED())
        runner.enqueue(HostReminderRequested())
        return texts.CALLED()

    @command(description="End a match without a winner (hosts)")
    @app_commands.describe(number="Its number in /match list (the match here if not set)")
    async def abort(self, interaction: Interaction, number: int | None = None) -> str:
        """End a live match; if its room is gone, from another room by its number."""
        if own_practice(interaction) and number is None:
            await rule(interaction, rulings.Abort())
            return answers.ABORTED()
        guild, room_id = await require_host(interaction), interaction.channel_id or 0
        panels = panels_of(self.bot)
        if number is None and (panel := panels.in_room(room_id)):
            await panels.call_off(panel, interaction.user.id)
            return panel_texts.CANCELLED()
        quarantine = self.bot.quarantine
        quarantined = quarantine.find(guild.id, room_id, number)
        if quarantined:
            require_no_player(quarantined.address.player_ids, interaction.user.id)
            if await quarantine.abort(quarantined.address.match_id, interaction.id):
                await self.bot.finished.return_submissions()
                return answers.ABORTED()
        await rule(interaction, rulings.Abort(), number)
        return answers.ABORTED()


setup = setup_of(Rulings)
