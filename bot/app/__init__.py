"""The program: its settings and logs, its start and its end."""
