"""Random records for the referees to judge."""
