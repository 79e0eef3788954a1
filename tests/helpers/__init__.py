"""What tests and tools share: people, processes, databases and played matches."""
