"""A match at a table: the session asks the players, applies, redacts and publishes.

The room may import engine, record and ai. The session is the only holder of the real state; what
goes out of it to players and listeners are views and redacted events.
"""
