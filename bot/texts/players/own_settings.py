"""People's own settings."""

from bot.texts.language import _


def themed(theme: str | None) -> str:
    """Answer `/me` with the theme of their own boards, if they have chosen one."""
    if theme is None:
        return _("Boards that only you see use their server's theme. `/me theme:` changes that.")
    return _(
        "Boards that only you see are {theme} (`theme`): in direct messages, in your private "
        "channel, and in answers to your commands.",
        theme=theme,
    )


def in_text(*, is_sent: bool) -> str:
    """Return the other line of that answer: whether they are sent boards in words, too."""
    if not is_sent:
        return _("With `/me text:on`, I also send you each board of your matches in words.")
    return _(
        "I also send you each board of your matches in words (`text`), in a direct message or your "
        "private channel; for that, you have to allow direct messages from the server."
    )
