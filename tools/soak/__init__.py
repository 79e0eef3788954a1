"""Many live matches for a long time, with faults: what grows, and how late reminders come."""
