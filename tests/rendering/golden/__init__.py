"""Typical and extreme pictures, held by their digests."""
