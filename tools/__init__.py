"""Programs that measure and try the Dealer, which itself needs none of them."""
