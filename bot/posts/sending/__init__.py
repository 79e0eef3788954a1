"""The way of posts to Discord: kept in order, paced, sent once, and tried again."""
