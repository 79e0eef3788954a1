"""Tests of the shell: settings, words, letters, clocks, store, outbox, tables and commands."""
