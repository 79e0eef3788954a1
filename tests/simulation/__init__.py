"""Many live matches on one budget of requests, in a time that leaps: what waits, and how long."""
