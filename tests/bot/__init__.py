"""Tests of the bot: settings, texts, posts, clocks, store, outbox, tables and commands."""
