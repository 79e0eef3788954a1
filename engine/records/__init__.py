"""Match records: plain text files of all that was typed in a match, and their referee."""
