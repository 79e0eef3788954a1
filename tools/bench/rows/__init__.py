"""The measurements: one module for the rows that are measured together."""
