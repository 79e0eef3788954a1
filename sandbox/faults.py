"""Faults that `POST /sandbox/faults` injects: all that can go wrong between a bot and Discord.

A fault applies to REST requests by `method` and `route`, both optional. `route` is a path below
/api/v10: the template (`/channels/{channel_id}/messages`), the path itself with `*` for any text
(`/channels/123/*`), or a part of it. `who` is `bot` (the default: all requests of the bot, with its
callbacks and follow-ups), `people` or `all`. `count` is the number of requests that it applies to:
1 by default; any number if it is null, or if a fault that can last has only `seconds`.

| fault           | what happens                                                  | `seconds`     |
| --------------- | ------------------------------------------------------------- | ------------- |
| 429             | 429 without effect; `scope` is `user`, `shared` or `global`   | `retry_after` |
|                 | (`"global": true` as well: for all routes); `"via": false`:   |               |
|                 | without that header, as Discord's shield does                 |               |
| 5xx-before      | `status` (500) without effect                                 | how long      |
| 5xx-after       | `status` (500) although the request took effect               | how long      |
| drop            | the connection is cut before the effect, or `"after": true`   | how long      |
| forbidden       | 403, code 50013                                               | how long      |
| refused         | `status` (400) and `code` (0) without effect                  | how long      |
| dm-closed       | 403, code 50007, to messages posted into DMs                  | how long      |
| latency         | the request waits before it is read                           | how much      |
| forget-nonces   | at once, every nonce used so far is forgotten                 |               |
| drop (gateway)  | the bot's gateway connections are cut, their sessions stay    | no new ones   |
| invalid-session | the bot's gateway sessions are forgotten and told so (op 9)   |               |
| reconnect       | the bot's gateway connections are told to reconnect (op 7)    |               |
| guild-outage    | a guild (`guild_id`; the first) is unavailable on the gateway | how long      |
|                 | to everyone; its events are not sent, then or later           |               |

`drop` means the gateway where `route` is `/gateway`, or where nothing is matched at all.
"""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from time import monotonic

from sandbox.errors import invalid_form, wrong_choice, wrong_type
from sandbox.fields import Form
from sandbox.rate_limits import Scope
from sandbox.state.models import API_PATH, Json

GATEWAY_ROUTE = "/gateway"
DM_MESSAGES = "/channels/{channel_id}/messages"
FORGET_NONCES = "forget-nonces"
GUILD_OUTAGE = "guild-outage"
LASTING = ("5xx-before", "5xx-after", "drop", "forbidden", "refused", "dm-closed")
REST_FAULTS = (*LASTING, "429", "latency")
GATEWAY_FAULTS = ("invalid-session", "reconnect")
NAMES = (*REST_FAULTS, *GATEWAY_FAULTS, FORGET_NONCES, GUILD_OUTAGE)


@dataclass(frozen=True)
class Target:
    """The facts in a request that faults look at."""

    method: str
    template: str
    path: str
    by_bot: bool
    into_dm: bool


@dataclass
class Fault:
    """One fault, with the rest of its effect."""

    name: str
    method: str | None
    route: str | None
    who: str
    left: int | None
    seconds: float | None
    until: float | None
    after: bool
    scope: Scope
    via: bool
    status: int
    code: int

    def applies_to(self, target: Target) -> bool:
        """Return whether the fault applies to a request."""
        if self.name == "dm-closed" and not (
            target.into_dm and target.method == "POST" and target.template == DM_MESSAGES
        ):
            return False
        return (
            self.who in ("all", "bot" if target.by_bot else "people")
            and self.method in (None, target.method)
            and (self.route is None or _on_route(self.route, target))
        )

    def over(self) -> bool:
        """Return whether the fault has applied to enough requests, or lasted long enough."""
        return self.left == 0 or (self.until is not None and monotonic() >= self.until)

    def is_late(self) -> bool:
        """Return whether a request takes effect before it fails."""
        return self.name == "5xx-after" or (self.name == "drop" and self.after)

    def on_gateway(self) -> bool:
        """Return whether the fault is one of the gateway's."""
        if self.name == "drop":
            return self.route == GATEWAY_ROUTE or (self.route is None and self.method is None)
        return self.name in GATEWAY_FAULTS

    def describe(self) -> Json:
        """Return the fault as `GET /sandbox/faults` shows it."""
        match = {"method": self.method, "route": self.route, "who": self.who}
        return {"fault": self.name, "match": match, "left": self.left, "seconds": self.seconds}


@dataclass
class Faults:
    """The faults that wait for a request."""

    _waiting: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> None:
        """Add a fault."""
        self._waiting.append(fault)

    def clear(self) -> None:
        """Remove every fault."""
        self._waiting.clear()

    def take(self, target: Target) -> list[Fault]:
        """Return the faults that apply to a request: every latency, and the first of the others."""
        taken: list[Fault] = []
        for fault in self.waiting():
            spent = any(other.name != "latency" for other in taken)
            if (
                fault.on_gateway()
                or not fault.applies_to(target)
                or (spent and fault.name != "latency")
            ):
                continue
            if fault.left is not None:
                fault.left -= 1
            taken.append(fault)
        return taken

    def gateway_is_cut(self) -> bool:
        """Return whether new gateway connections are cut, before it is known whose they are."""
        return any(fault.on_gateway() for fault in self.waiting())

    def waiting(self) -> list[Fault]:
        """Return the faults that are not over."""
        if self._waiting:
            self._waiting = [fault for fault in self._waiting if not fault.over()]
        return self._waiting


def read_fault(body: Json) -> Fault:
    """Read a fault from the body of `POST /sandbox/faults`."""
    name = str(body.get("fault"))
    if name not in NAMES:
        raise invalid_form("fault", "BASE_TYPE_CHOICES", "One of " + ", ".join(NAMES))
    match = Form(body).part("match").body
    route = match.get("route")
    seconds = body.get("seconds")
    if seconds is not None and not isinstance(seconds, int | float):
        raise wrong_type("seconds", "number")
    lasting = name in LASTING and seconds is not None
    return Fault(
        name=name,
        method=match.get("method"),
        route=None if route is None else str(route).removeprefix(API_PATH),
        who=match.get("who", "bot"),
        left=body.get("count", None if lasting else 1),
        seconds=seconds,
        until=monotonic() + seconds if lasting and seconds is not None else None,
        after=bool(body.get("after")),
        scope=_scope(body),
        via=bool(body.get("via", True)),
        status=int(body.get("status", 400 if name == "refused" else 500)),
        code=int(body.get("code", 0)),
    )


def _scope(body: Json) -> Scope:
    if body.get("global"):
        return Scope.GLOBAL
    named = body.get("scope", Scope.USER)
    if named not in list(Scope):
        raise wrong_choice("scope")
    return Scope(named)


def _on_route(route: str, target: Target) -> bool:
    if route in (target.template, target.path):
        return True
    return fnmatchcase(target.path, route) if "*" in route else route in target.path
