"""Tests of `bot.client`."""
