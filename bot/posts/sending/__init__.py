"""How posts get to Discord: kept in order, paced, sent once, and tried again."""
