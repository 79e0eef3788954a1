"""Grammar rules in ABNF (RFC 5234, RFC 7405) from tables of words, as docs/record.md shows them.

A parser and the rules of its grammar stand side by side; both take their words from one table.

>>> one_of(("white", "red"))
'"white" / "red"'
>>> one_of(("on", "off"), exact=True)
'%s"on" / %s"off"'
"""

from collections.abc import Iterable


def one_of(words: Iterable[object], *, exact: bool = False) -> str:
    """Return the words to choose from; in any case, if not `exact`."""
    return " / ".join(f'{"%s" if exact else ""}"{word}"' for word in words)
