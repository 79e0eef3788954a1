"""Match records: plain text files of everything typed in a match, and their referee."""
