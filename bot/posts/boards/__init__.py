"""The boards of a position as posts show them: in pictures, or in words and symbols."""
