"""Every sentence that the Dealer says."""
