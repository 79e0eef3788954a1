"""Ready panels: matches that wait for their players, or for a time, to begin."""
