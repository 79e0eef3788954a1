"""Writes what is made from the code: rules with pictures, the grammar of records, catalogues."""
