"""`dealer watch`: steps through a match record in the terminal."""
