"""Writers of generated documents: rules with pictures, the grammar of records, catalogues."""
