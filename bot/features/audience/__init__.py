"""Mirror rooms and followers."""
