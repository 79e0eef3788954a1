"""The viewer of match records in the terminal."""
