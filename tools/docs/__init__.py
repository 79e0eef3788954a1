"""Writers of what is generated: rules with pictures, grammar, catalogues, changed pictures."""
