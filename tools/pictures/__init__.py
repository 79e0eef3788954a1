"""What has changed in the pictures, to look at: `make pictures`."""
