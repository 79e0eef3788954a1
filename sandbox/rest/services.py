"""The parts of a running sandbox."""

from dataclasses import dataclass

from sandbox.faults import Faults
from sandbox.gateway.events import Events
from sandbox.gateway.gateway import Gateway
from sandbox.gateway.payloads import Payloads
from sandbox.guilds.guilds import Guilds
from sandbox.guilds.slow_mode import SlowMode
from sandbox.guilds.threads import Threads
from sandbox.interactions.interactions import Interactions
from sandbox.messages.messages import Messages
from sandbox.rate_limits import Limiter
from sandbox.state.world import World


@dataclass(frozen=True)
class Services:
    """Everything that a route may use."""

    world: World
    payloads: Payloads
    limiter: Limiter
    faults: Faults
    gateway: Gateway
    events: Events
    messages: Messages
    slow_mode: SlowMode
    threads: Threads
    guilds: Guilds
    interactions: Interactions
