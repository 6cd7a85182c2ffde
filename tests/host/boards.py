"""What big screens tell in tests."""

from __future__ import annotations

from typing import Final

from koikoi.host.boardnews import BoardNews, LiveRow, Standing

NAMES: Final = (
    *("Ume", "Kaede Momiji", "Botan", "guest-7f3a", "Sakura", "Matsu"),
    *("A very long name", "花札", "Ran", "Momiji", "Fuji", "Kiku"),
)
KEY: Final = "SHA256:uNiVztksCsDhcc0u9e8BrrJXVxv6KJhg1ZkqH1vmFq8"
RULE: Final = "Counts matches between people: 3 points for a win, 1 for a draw."


def standings(count: int) -> tuple[Standing, ...]:
    """A leaderboard of so many."""
    return tuple(
        Standing(place + 1, NAMES[place % len(NAMES)], str(40 - 3 * place), f"{9 - place} of 12")
        for place in range(count)
    )


def tables(count: int) -> tuple[LiveRow, ...]:
    """So many tables."""
    return tuple(
        LiveRow(
            (NAMES[place % 12], NAMES[(place + 5) % 12]),
            (12 * place % 17, 9),
            place % 12 + 1,
            12,
            (0, 1, None)[place % 3],
            place % 4,
        )
        for place in range(count)
    )


def news(leaders: int = 5, played: int = 3) -> BoardNews:
    """What is told where so many lead, and so many tables are played."""
    return BoardNews(
        "Hanafuda night",
        "ssh -p 2222 192.168.1.20",
        KEY,
        standings(leaders),
        tables(played),
        17,
        RULE,
    )
