"""The languages that Discord has, by the codes by which it tells them to bots."""

from typing import Final

LOCALES: Final = frozenset(
    [
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu"),
        *("nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru"),
        *("uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
    ]
)
USUAL: Final = "en-US"


def locale_of(language: str) -> str:
    """Return Discord's locale for a browser's language; the usual one where there is none.

    >>> locale_of("de-AT"), locale_of("en-GB"), locale_of("tlh")
    ('de', 'en-GB', 'en-US')
    """
    code = language.partition("-")[0]
    return next((text for text in (language, code) if text in LOCALES), USUAL)
