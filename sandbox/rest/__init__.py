"""Discord's REST API: reading, checking, limiting and answering requests."""
