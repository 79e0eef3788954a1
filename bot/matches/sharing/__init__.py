"""What a shard shares: with the others of its process, and with those of other processes."""
