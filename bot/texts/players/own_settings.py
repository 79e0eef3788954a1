"""What people read about their own settings."""

from bot.texts.language import _


def themed(theme: str | None) -> str:
    """The answer to `/me`: the theme of their own boards, if they have chosen one."""
    if theme is None:
        return _(
            "Boards that only you see have the colours of the server they belong to. "
            "`/me theme:` gives them others."
        )
    return _(
        "Boards that only you see are {theme} (`theme`): in direct messages, in your private "
        "channel, and in answers to your commands.",
        theme=theme,
    )


def in_text(*, is_sent: bool) -> str:
    """The other line of that answer: whether they are sent boards in words, too."""
    if not is_sent:
        return _("`/me text:on` has me send you each board of your matches in words, too.")
    return _(
        "I also send you each board of your matches in words (`text`), in a direct message or your "
        "private channel; direct messages from the server must be allowed for that."
    )
