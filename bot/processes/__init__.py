"""Work that takes long, in processes of its own: the one that serves all matches stays free."""
