"""The game for a whole room: everybody who can reach this machine plays by ``ssh``.

One process serves all: the server speaks SSH, a driver of our own connects each terminal to an app,
tables live outside the apps, so that a dropped line costs nothing. The room may import all others
but the commands, and asyncssh (extra ``host``).
"""
