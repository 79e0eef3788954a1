"""The figures of docs/measured.md, measured on the machine at hand: `make bench`."""
