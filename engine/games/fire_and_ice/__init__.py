"""A Battle of Fire and Ice."""
