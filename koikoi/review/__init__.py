"""What a decision was worth: hints before it, and the coach's word on a whole match after it.

The room may import engine, record and ai. A judge gets a player's view and nothing else, as the
computer does at the table; only the luck of a match that is over is found from its whole deals.
"""
