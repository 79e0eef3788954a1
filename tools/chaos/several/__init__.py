"""Chaos over several processes on one PostgreSQL database, each with a shard or in reserve."""
