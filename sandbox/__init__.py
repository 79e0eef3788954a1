"""A stand-in for Discord on loopback: REST, gateway and a page for people.

`sandbox.server.Sandbox` runs it within a program, `python -m sandbox` alone; `sandbox.control` and
`sandbox.faults` tell what it can be asked for beyond what Discord has.
"""
