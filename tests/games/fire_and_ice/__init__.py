"""Tests of A Battle of Fire and Ice."""
