"""Words as data: sentences, and the parts of alt texts."""
