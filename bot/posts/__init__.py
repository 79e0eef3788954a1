"""What the Dealer posts, and how it gets to Discord.

`compose` makes posts of what happens in a match. The `outbox` lets each room and reader have theirs
in order, and a `delivery` tries each until it stands, as `failures` judges. Below them every HTTP
request passes the `request_guard` and the `rate_limit`.
"""
