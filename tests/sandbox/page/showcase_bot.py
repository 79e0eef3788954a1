"""A small real bot for the page's tests: one of each thing that a page must show and press.

It runs in a process of its own, `python -m tests.sandbox.page.showcase_bot API GATEWAY TOKEN`, and
prints `ready` once it is.
"""

import functools
import io
import re
import sys
import time

import discord
import yarl
from discord import app_commands
from PIL import Image, ImageDraw

SMALL = (400, 400)
FRUITS = ["apple", "apricot", "banana", "cherry"]


def picture(size: tuple[int, int] = (800, 800)) -> discord.File:
    """Return a board of four colours, described."""
    file = io.BytesIO(painted(size))
    return discord.File(file, "board.png", description="A board: red on C7, blue on F6.")


@functools.cache
def painted(size: tuple[int, int]) -> bytes:
    image = Image.new("RGB", size, "#f2ead8")
    draw = ImageDraw.Draw(image)
    for row in range(9):
        for column in range(9):
            if (row + column) % 2:
                corner = (40 + column * 80, 40 + row * 80)
                draw.rectangle((*corner, corner[0] + 79, corner[1] + 79), fill="#c9b690")
    draw.ellipse((210, 210, 270, 270), fill="#c4392f")
    draw.polygon([(480, 330), (520, 390), (440, 390)], fill="#2b62a8")
    data = io.BytesIO()
    image.quantize(16).save(data, "PNG")
    return data.getvalue()


class Gallery(discord.ui.LayoutView):
    """A picture that a component shows."""

    def __init__(self) -> None:
        super().__init__()
        item = discord.MediaGalleryItem("attachment://board.png", description="A shown board.")
        self.add_item(discord.ui.MediaGallery(item))


class NoteModal(discord.ui.Modal, title="A note for the host"):
    """A text field in a row, one under a label, and a select under a label."""

    first = discord.ui.TextInput(label="Your move", placeholder="for example D4 C4", max_length=20)
    reason = discord.ui.Label(
        text="Why",
        description="The host reads this.",
        component=discord.ui.TextInput(style=discord.TextStyle.paragraph, required=False),
    )
    mood = discord.ui.Label(
        text="Mood",
        component=discord.ui.Select(
            options=[discord.SelectOption(label="Calm"), discord.SelectOption(label="Nervous")]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        reason, mood = self.reason.component.value, self.mood.component.values[0]
        text = f"{interaction.user.mention} noted {self.first.value}, {reason}, {mood}."
        await interaction.response.send_message(text)


class Panel(discord.ui.View):
    """A button of each kind and a select menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.Button(label="Rules", url="https://example.org/rules"))

    @discord.ui.button(label="Accept", style=discord.ButtonStyle.success, custom_id="accept")
    async def accept(self, interaction: discord.Interaction, button: discord.ui.Button) -> None:
        button.disabled = True
        button.label = f"Accepted by {interaction.user.display_name}"
        await interaction.response.edit_message(view=self)

    @discord.ui.button(label="Write a note", style=discord.ButtonStyle.primary, custom_id="note")
    async def note(self, interaction: discord.Interaction, _: discord.ui.Button) -> None:
        await interaction.response.send_modal(NoteModal())

    @discord.ui.button(label="Never answers", style=discord.ButtonStyle.danger, custom_id="never")
    async def never(self, interaction: discord.Interaction, _: discord.ui.Button) -> None:
        """Leave the press without an answer."""

    @discord.ui.select(
        placeholder="Pick a colour",
        custom_id="colour",
        options=[
            discord.SelectOption(label="Red", description="Fire", value="red"),
            discord.SelectOption(label="Blue", description="Ice", value="blue"),
        ],
    )
    async def colour(self, interaction: discord.Interaction, menu: discord.ui.Select) -> None:
        await interaction.response.send_message(f"You picked {menu.values[0]}.", ephemeral=True)


class Bot(discord.Client):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(
                guilds=True, messages=True, message_content=True, reactions=True
            )
        )
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.add_view(Panel())
        self.tree.add_command(secret)
        self.tree.add_command(duel)
        await self.tree.sync()

    async def on_ready(self) -> None:
        sys.stdout.write("ready\n")
        sys.stdout.flush()

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot:
            return
        if message.content == "picture please":
            await message.channel.send("Here it is.", file=picture())
        elif match := re.fullmatch(r"(\d+) pictures please", message.content):
            files = [picture(SMALL) for _ in range(int(match[1]))]
            await message.channel.send("Here they are.", files=files)
        elif match := re.fullmatch(r"picture of (\d+)x(\d+) please", message.content):
            file = picture((int(match[1]), int(match[2])))
            await message.channel.send("Here it is.", file=file)
        elif message.content == "embed please":
            embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
            await message.channel.send("In an embed.", embed=embed, file=picture())
        elif message.content == "gallery please":
            await message.channel.send(view=Gallery(), file=picture())
        elif message.content == "panel please":
            await message.channel.send("A panel.", view=Panel())
        elif message.content == "file please":
            await message.channel.send(file=discord.File(io.BytesIO(b"a record\n"), "match.dm"))
        elif message.content.startswith("call "):
            await message.channel.send(f"{message.mentions[0].mention}, it is your turn.")
        elif message.content == "thumbs please":
            await message.add_reaction("👍")


@app_commands.command(description="Say something that only you can see")
async def secret(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(
        f"For {interaction.user.display_name} alone, in {interaction.locale}.", ephemeral=True
    )


duel = app_commands.Group(name="duel", description="Duels")


@duel.command(name="start", description="Start a duel in a room")
@app_commands.describe(
    ec="Who plays first", dmo="Who plays second", room="Where; here by default", pace="How fast",
    turn="Seconds for a turn", fruit="What is at stake", board="A picture of your own",
)  # fmt: skip
@app_commands.choices(
    pace=[app_commands.Choice(name=name, value=name) for name in ("slow", "fast")]
)
async def start(  # noqa: PLR0917 - discord.py reads the options from the parameters
    interaction: discord.Interaction,
    ec: discord.Member,
    dmo: discord.Member,
    room: discord.TextChannel | None = None,
    pace: str = "slow",
    turn: app_commands.Range[int, 10, 600] = 60,
    fruit: str = "none",
    *,
    loud: bool = False,
    board: discord.Attachment | None = None,
) -> None:
    place = room.mention if room else "here"
    words = f"{ec.mention} against {dmo.mention}, {place}: {pace}, {turn} s, {fruit}, loud {loud}"
    if board:
        words += f", {board.filename} of {board.size} bytes"
    until = int(time.time()) + turn
    await interaction.response.send_message(
        f"**A duel.** {words}. Ends <t:{until}:R>.", file=picture()
    )


@start.autocomplete("fruit")
async def fruits(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=fruit.title(), value=fruit)
        for fruit in FRUITS
        if fruit.startswith(typed.lower())
    ]


@duel.command(name="panel", description="Show every kind of button")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("A panel.", view=Panel())


def main(api: str, gateway: str, token: str) -> None:
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    Bot().run(token, log_handler=None)


if __name__ == "__main__":
    main(*sys.argv[1:])
