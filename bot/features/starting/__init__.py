"""Starting a match, presets and rematches."""
