"""The buttons, selects and forms below the Dealer's posts."""
