"""An unmodified discord.py answers commands, buttons, select menus and modals."""

import io

import discord
import pytest
from discord import app_commands

from tests.sandbox.clients import PNG, Bot, running

EPHEMERAL = 64
LOADING = 128


class Probe(Bot):
    """A bot whose commands answer with what they were given."""

    def __init__(self):
        super().__init__()
        for command in (echo, defer, panel, inspect, duel):
            self.tree.add_command(command)

    async def setup_hook(self):
        await self.tree.sync()


@app_commands.command(description="Answers at once")
@app_commands.choices(pace=[app_commands.Choice(name="Slow", value="slow")])
async def echo(
    interaction: discord.Interaction,
    *,
    who: discord.Member,
    room: discord.TextChannel,
    role: discord.Role,
    turn: app_commands.Range[int, 10, 600],
    board: discord.Attachment | None = None,
    pace: str = "fast",
    share: float = 0.5,
    loud: bool = False,
):
    data = await board.read() if board else b""
    text = f"{who.display_name} {room.name} {role.name} {turn} {pace} {share} {loud} {len(data)}"
    await interaction.response.send_message(text, ephemeral=True)


@app_commands.command(description="Answers later")
async def defer(interaction: discord.Interaction, *, secret: bool):
    await interaction.response.defer(ephemeral=secret, thinking=True)
    await interaction.followup.send("done", file=discord.File(io.BytesIO(PNG), "board.png"))
    await interaction.followup.send("and more", ephemeral=True)
    await interaction.edit_original_response(content="all done")


@app_commands.command(description="Shows a panel")
async def panel(interaction: discord.Interaction):
    await interaction.response.send_message("choose", view=Panel())


@app_commands.context_menu()
async def inspect(interaction: discord.Interaction, message: discord.Message):
    await interaction.response.send_message(f"it says {message.content}", ephemeral=True)


duel = app_commands.Group(name="duel", description="Duels")


@duel.command(name="start", description="Starts one")
async def start(interaction: discord.Interaction, stake: str):
    await interaction.response.send_message(f"{stake} {interaction.permissions.manage_guild}")


@start.autocomplete("stake")
async def stakes(interaction: discord.Interaction, typed: str):
    return [app_commands.Choice(name=typed.upper(), value=typed)]


class Note(discord.ui.Modal, title="Note"):
    move = discord.ui.TextInput(label="Move", max_length=10)
    reason = discord.ui.Label(text="Why", component=discord.ui.TextInput(required=False))
    mood = discord.ui.Label(
        text="Mood", component=discord.ui.Select(options=[discord.SelectOption(label="Calm")])
    )

    async def on_submit(self, interaction):
        text = f"{self.move.value} {self.reason.component.value} {self.mood.component.values}"
        await interaction.response.edit_message(content=text, view=None)


class Panel(discord.ui.View):
    @discord.ui.button(label="Accept", custom_id="accept")
    async def accept(self, interaction, button):
        button.disabled = True
        await interaction.response.edit_message(content="accepted", view=self)

    @discord.ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction, _):
        await interaction.response.send_message("psst", ephemeral=True, view=Panel())

    @discord.ui.button(label="Note", custom_id="note")
    async def note(self, interaction, _):
        await interaction.response.send_modal(Note())

    @discord.ui.select(custom_id="colour", options=[discord.SelectOption(label="Red", value="r")])
    async def colour(self, interaction, menu):
        await interaction.response.send_message(f"picked {menu.values}")

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="who")
    async def who(self, interaction, menu):
        await interaction.response.send_message(f"picked {menu.values[0].display_name}")


@pytest.fixture
async def probe(clients):
    async with running(Probe(), clients.sandbox) as probe:
        yield probe


@pytest.fixture
async def commands(clients, probe):
    listed = await clients.ada.get(f"/applications/{clients.app}/commands")
    return {command["name"]: command for command in listed}


@pytest.fixture
async def ada(clients):
    return await clients.watch(clients.ada)


async def use(clients, command, *options, **fields):
    assert (await clients.use(clients.ada, command, options, **fields)).status == 204


async def show_panel(clients, commands, ada):
    await use(clients, commands["panel"])
    return await ada.wait("MESSAGE_CREATE")


def option(kind, name, value):
    return {"type": kind, "name": name, "value": value}


async def test_a_command_gets_options_of_every_type(clients, commands, ada):
    role = next(item for item in await clients.ada.get(f"/guilds/{clients.guild}/roles"))
    await use(
        clients,
        commands["echo"],
        option(6, "who", clients.bob.id),
        option(7, "room", clients.other_room),
        option(8, "role", role["id"]),
        option(4, "turn", 60),
        option(10, "share", 0.25),
        option(5, "loud", True),
        option(3, "pace", "slow"),
        option(11, "board", "0"),
        more={"attachments": [{"id": "0", "filename": "board.png"}]},
        files={"board.png": PNG},
    )
    begun = await ada.wait("INTERACTION_CREATE")
    answer = await ada.wait("MESSAGE_CREATE")
    expected = f"Bob dm2-game-room {role['name']} 60 slow 0.25 True {len(PNG)}"
    assert answer["content"] == expected
    assert answer["interaction_metadata"]["id"] == begun["id"]
    assert (await ada.wait("INTERACTION_SUCCESS"))["nonce"] == begun["nonce"] == "77"


@pytest.mark.parametrize("secret", [False, True])
async def test_a_deferred_answer_is_filled_by_the_first_follow_up(clients, commands, ada, secret):
    await use(clients, commands["defer"], option(5, "secret", secret))
    thinking = await ada.wait("MESSAGE_CREATE")
    assert thinking["flags"] == LOADING | (EPHEMERAL if secret else 0)
    filled = await ada.wait("MESSAGE_UPDATE", id=thinking["id"])
    assert (filled["content"], filled["edited_timestamp"]) == ("done", None)
    assert filled["flags"] == (EPHEMERAL if secret else 0)
    assert len(filled["attachments"]) == 1
    more = await ada.wait("MESSAGE_CREATE")
    assert (more["content"], more["flags"]) == ("and more", EPHEMERAL)
    assert (await ada.wait("MESSAGE_UPDATE", id=thinking["id"]))["content"] == "all done"


async def test_completion_offers_what_the_bot_suggests(clients, commands, ada):
    focused = {**option(3, "stake", "gar"), "focused": True}
    options = [{"type": 1, "name": "start", "options": [focused]}]
    data = {"id": commands["duel"]["id"], "name": "duel", "type": 1, "options": options}
    assert (await clients.interact(clients.ada, 4, data)).status == 204
    response = await ada.wait("APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE")
    assert response == {"choices": [{"name": "GAR", "value": "gar"}], "nonce": "77"}


async def test_a_context_menu_gets_its_message(clients, commands, ada):
    posted = await clients.bob.say(clients.room, "D4 C4")
    more = {"type": 3, "target_id": posted["id"], "options": []}
    await use(clients, commands["Inspect"], more=more)
    assert (await ada.wait("MESSAGE_CREATE", flags=EPHEMERAL))["content"] == "it says D4 C4"


async def test_a_modal_of_a_button_can_change_its_message(clients, commands, ada):
    message = await show_panel(clients, commands, ada)
    assert (await clients.press(clients.ada, message, "note")).status == 204
    modal = await ada.wait("INTERACTION_MODAL_CREATE")
    assert (await submit(clients, modal, "E5")).status == 204
    changed = await ada.wait("MESSAGE_UPDATE", id=message["id"])
    assert (changed["content"], changed["components"]) == ("E5  ['Calm']", [])


async def submit(clients, modal, move):
    row, reason, mood = modal["components"]
    [field] = row["components"]
    filled = [
        {"type": 1, "components": [{**field, "value": move}]},
        {"type": 18, "component": {**reason["component"], "value": ""}},
        {"type": 18, "component": {**mood["component"], "values": ["Calm"]}},
    ]
    data = {"id": modal["id"], "custom_id": modal["custom_id"], "components": filled}
    return await clients.interact(clients.ada, 5, data)


async def test_a_button_on_an_ephemeral_message_works_for_its_person(clients, commands, ada):
    message = await show_panel(clients, commands, ada)
    await clients.press(clients.ada, message, "whisper")
    whisper = await ada.wait("MESSAGE_CREATE", content="psst")
    assert (await clients.press(clients.bob, whisper, "accept")).code == 10008
    await clients.press(clients.ada, whisper, "accept")
    assert (await ada.wait("MESSAGE_UPDATE", id=whisper["id"]))["content"] == "accepted"


async def test_menus_bring_values_and_people(clients, commands, ada):
    message = await show_panel(clients, commands, ada)
    await clients.press(clients.ada, message, "colour", component_type=3, values=["r"])
    assert (await ada.wait("MESSAGE_CREATE"))["content"] == "picked ['r']"
    await clients.press(clients.ada, message, "who", component_type=5, values=[clients.bob.id])
    assert (await ada.wait("MESSAGE_CREATE"))["content"] == "picked Bob"
