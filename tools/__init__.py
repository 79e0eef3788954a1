"""Programs that measure and try the Dealer; the Dealer itself needs none of them."""
