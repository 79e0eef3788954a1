"""What is measured: one module for the rows that are measured together."""
