"""Where the game keeps what it remembers: the folders, and the matches in them.

The room may import the standard library, platformdirs, ``koikoi.engine`` and ``koikoi.record``.
"""
