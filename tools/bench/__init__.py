"""The figures of README's table, measured on the machine at hand: `make bench`."""
