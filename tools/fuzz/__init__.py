"""What can be typed or handed in at all, tried in great numbers."""
