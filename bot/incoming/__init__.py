"""What people say and press on Discord, made events of their match."""
