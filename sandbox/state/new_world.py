"""What a new sandbox starts with: people, the bot, and a guild with its roles and channels."""

from sandbox.state.models import Guild, Member, User
from sandbox.state.permissions import EVERYONE, HOST, NONE, TAKING_PART
from sandbox.state.world import World

FIRST_PEOPLE = (("Hana", "host"), ("Ada", "ec"), ("Bob", "dmo"), ("Sam", "spectator"))
FIRST_CHANNELS = ("general", "dm1-game-room", "dm2-game-room")
GUILD_NAME = "The Genius"
BOT_NAME = "Dealer"
OWNER_NAME = "Producer"
HOSTS, MEMBERS = "Host", "Member"


def create_world(world: World, bot_token: str) -> None:
    """Fill an empty world with its first people, the bot, and a guild that they are all in."""
    world.add_user(OWNER_NAME, "owner")
    world.add_bot(BOT_NAME, bot_token)
    for name, part in FIRST_PEOPLE:
        world.add_user(name, part)
    create_guild(world, GUILD_NAME)


def create_guild(world: World, name: str) -> Guild:
    """Create a guild that everyone joins."""
    guild = world.add_guild(name, world.owner, EVERYONE)
    world.add_role(guild.id, "Referee", NONE)
    world.add_role(guild.id, MEMBERS, TAKING_PART)
    world.add_role(guild.id, HOSTS, HOST)
    for channel_name in FIRST_CHANNELS:
        world.add_channel(guild.id, channel_name)
    for user in list(world.users.values()):
        join(world, guild, user)
    return guild


def join(world: World, guild: Guild, user: User) -> Member:
    """Add a user to a guild, with the role of their part; the bot gets a role of its own."""
    if user.bot:
        roles = [world.add_role(guild.id, user.display_name, TAKING_PART, managed=True)]
    else:
        name = HOSTS if user.part == "host" else MEMBERS
        roles = [role for role in world.roles_of(guild.id) if role.name == name]
    return world.add_member(guild.id, user, [role.id for role in roles])
