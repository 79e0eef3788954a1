"""The commands for hosts, with what stands between a ruling and its being given."""
