"""Tests of the rules, clocks, log, record and referee."""
