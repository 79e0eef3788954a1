"""How the bot does, as Prometheus reads it: only loaded where METRICS_PORT is set."""
