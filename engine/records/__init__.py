"""Match records, and the referee that judges them."""
