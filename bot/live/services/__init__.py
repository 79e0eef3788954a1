"""Services for all live matches: time, thought, processes, pictures of a replay."""
