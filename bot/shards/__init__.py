"""The shards that this process serves, and the leases by which they are its own."""
