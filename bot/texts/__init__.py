"""Every sentence that the Dealer says: common ones by where they are read, and one module a game.

Nothing here knows of Discord's library, the database or how pictures are drawn: facts of the engine
come in, sentences go out.
"""
