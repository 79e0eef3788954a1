"""`hard` against OpenSpiel's Monte-Carlo tree search, by the same rules in the same time."""
