"""A new sandbox: its people, the bot, and guilds with their roles and channels."""

from sandbox.state.models import Guild, Member, User
from sandbox.state.permissions import EVERYONE, HOST, NONE, TAKING_PART
from sandbox.state.snowflakes import WHOLE, Shard
from sandbox.state.world import World

FIRST_PEOPLE = (("Hana", "host"), ("Ada", "ec"), ("Bob", "dmo"), ("Sam", "spectator"))
FIRST_CHANNELS = ("general", "dm1-game-room", "dm2-game-room")
GUILD_NAME = "The Genius"
HOSTS, MEMBERS = "Host", "Member"


def create_world(world: World, bot_token: str, guilds: int) -> None:
    """Fill an empty world with the bot and so many guilds, each with people of its own."""
    world.add_user("Producer", "owner")
    world.keep(User(world.snowflakes.next(), "Dealer", "Dealer", bot_token, "bot", bot=True))
    for _ in range(guilds):
        guild = create_guild(world)
        for user in first_members(world, guild):
            join(world, guild, user)


def create_guild(world: World, shard: Shard = WHOLE) -> Guild:
    """Create a guild with its roles and rooms; nobody has joined it yet."""
    number = len(world.guilds) + 1
    name = GUILD_NAME if number == 1 else f"{GUILD_NAME} {number}"
    guild = world.add_guild(name, EVERYONE, shard)
    world.add_role(guild.id, "Referee", NONE)
    world.add_role(guild.id, MEMBERS, TAKING_PART)
    world.add_role(guild.id, HOSTS, HOST)
    for channel_name in FIRST_CHANNELS:
        world.add_channel(guild.id, channel_name)
    return guild


def first_members(world: World, guild: Guild) -> list[User]:
    """Create the newest guild's first members: its owner, the bot, and people of its own."""
    number = len(world.guilds)
    names = [(name if number == 1 else f"{name}{number}", part) for name, part in FIRST_PEOPLE]
    people = [world.add_user(name, part, guild.id) for name, part in names]
    return [world.owner, world.bot, *people]


def join(world: World, guild: Guild, user: User) -> Member:
    """Add a user to a guild, with the role of their part; the bot gets a role of its own."""
    if user.bot:
        roles = [world.add_role(guild.id, user.display_name, TAKING_PART, managed=True)]
    else:
        name = HOSTS if user.part == "host" else MEMBERS
        roles = [role for role in world.roles_of(guild.id) if role.name == name]
    role_ids = [role.id for role in roles]
    joined = world.snowflakes.now_iso()
    return world.keep(Member(world.snowflakes.next(), guild.id, user.id, role_ids, joined))
