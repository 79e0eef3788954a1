"""A local stand-in for Discord: its REST API, its gateway, and a web page for people.

`sandbox.server.Sandbox` runs it inside a program, `python -m sandbox` on its own. `sandbox.control`
and `sandbox.faults` list what it offers beyond what Discord has.
"""
