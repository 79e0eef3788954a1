"""The rules, clocks, notation, match log and referee: pure functions over frozen values."""
