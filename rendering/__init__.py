"""Public views in, pictures and alt texts out: one module a game, parallel to the engine."""
