"""The parts of a running sandbox."""

from sandbox.faults import Faults
from sandbox.gateway.events import Events
from sandbox.gateway.gateway import Gateway
from sandbox.gateway.payloads import Payloads
from sandbox.gateway.sessions import Intent
from sandbox.guilds.guilds import Guilds
from sandbox.guilds.slow_mode import SlowMode
from sandbox.guilds.threads import Threads
from sandbox.interactions.interactions import Interactions
from sandbox.messages.messages import Messages
from sandbox.rate_limits import Limiter
from sandbox.state.world import World


class Services:
    """The parts of the sandbox that a route may use."""

    def __init__(self, world: World, payloads: Payloads, limiter: Limiter, granted: Intent) -> None:
        self.world = world
        self.payloads = payloads
        self.limiter = limiter
        limiter.now = world.snowflakes.now
        self.faults = Faults()
        self.gateway = Gateway(world, payloads, limiter, granted)
        self.events = Events(world, payloads, self.gateway)
        self.threads = Threads(world, self.events)
        self.messages = Messages(world, self.events, self.threads)
        self.slow_mode = SlowMode()
        self.guilds = Guilds(world, self.events)
        self.interactions = Interactions(world, payloads, self.events, self.messages)
