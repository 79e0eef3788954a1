"""The Dealer's posts, and their way to Discord.

`compose` turns a match's events into posts. In `sending`, the `outbox` sends each room and each
reader its posts in order; a `delivery` keeps trying one post until it has arrived, and `failures`
judges each failed try. Underneath, every HTTP request passes the limit and the guard in `requests`.
"""
