"""The rules in pages: judged, said and drawn."""
