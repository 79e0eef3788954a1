"""The uses of a match's seed: the commitment to it, and its lots (docs/record.md).

>>> commitment_to(42)
'73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049'
>>> lots_of(42, 0).choice(("ec", "dmo"))
'dmo'
"""

from hashlib import sha256
from random import Random


def commitment_to(seed: int) -> str:
    """Return the SHA-256 of a seed's decimal digits, a binding commitment before a match."""
    return sha256(str(seed).encode("ascii")).hexdigest()


def lots_of(seed: int, number: int) -> Random:
    """Return the generator of a match's lot of a number, from 0 over all that were settled."""
    return Random(f"{seed} {number}")
