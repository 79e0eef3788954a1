"""Discord's REST API: how a request is read, checked, limited and answered."""
