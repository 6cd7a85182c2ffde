"""What a server says by itself, beside what its apps show."""

from __future__ import annotations

from math import ceil

from koikoi.text.catalogue import Text


class Words:
    """The sentences of a server.

    Args:
        text: The language.
    """

    def __init__(self, text: Text) -> None:
        self._text = text

    @property
    def lang(self) -> str:
        """The language."""
        return self._text.lang

    def busy(self) -> str:
        """There is no room for one more."""
        return self._text.t("All tables are taken just now; please try again in a minute.")

    def refused(self) -> str:
        """Too many passwords, keys or names were tried."""
        return self._text.t("That was tried too often; connect again.")

    def asks_password(self) -> str:
        """What stands before the password that somebody types."""
        return self._text.t("Password of the event: ")

    def wants_key(self) -> str:
        """Somebody came by a browser where only keys let in."""
        return self._text.t("This host lets in by key, and a browser has none; log in by ssh.")

    def tab_closed(self) -> str:
        """What a page says below its terminal when its line is closed."""
        return self._text.t("The line is closed.")

    def again(self) -> str:
        """The link on a page that opens the line again."""
        return self._text.t("Connect again")

    def needs_terminal(self) -> str:
        """Somebody has no terminal at all."""
        return self._text.t(
            "Koi-Koi needs a terminal; log in without a command, or with the option -t."
        )

    def dumb_terminal(self) -> str:
        """Somebody's terminal cannot show a table."""
        return self._text.t(
            "This terminal cannot show the table; where it can do more than TERM says, "
            "TERM=xterm-256color tells so."
        )

    def broken(self) -> str:
        """The game broke."""
        return self._text.t("Something in the game broke; please connect again.")

    def idles(self, seconds: float) -> str:
        """A line will be closed."""
        minutes = max(1, ceil(seconds / 60))
        return self._text.n(
            "No key for a long time: the line closes within {count} minute.",
            "No key for a long time: the line closes within {count} minutes.",
            minutes,
        )

    def was_idle(self, seconds: float) -> str:
        """A line is closed."""
        return self._text.n(
            "The line was closed after {count} minute without a key.",
            "The line was closed after {count} minutes without a key.",
            max(1, round(seconds / 60)),
        )

    def stops(self) -> str:
        """The host stops."""
        return self._text.t("The host stops now; matches are saved.")
