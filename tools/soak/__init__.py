"""Many live matches for a long time, with faults: growth, and the lateness of reminders."""
