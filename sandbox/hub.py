"""The parts of a running sandbox, as its routes find them."""

from dataclasses import dataclass

from sandbox.events import Events
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.guilds import Guilds
from sandbox.interactions import Interactions
from sandbox.limits import Limiter
from sandbox.messages import Messages
from sandbox.payloads import Payloads
from sandbox.slow_mode import SlowMode
from sandbox.threads import Threads
from sandbox.world import World


@dataclass(frozen=True)
class Hub:
    """Everything that a route may need."""

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
