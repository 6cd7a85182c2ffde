"""The game in a terminal: Textual screens around pure functions.

``layout`` says where things are, ``paint`` makes a frame of a view, ``board`` shows frames and
sends what changed. The room may import engine, text, record, ai, match, table and store, and of
libraries textual and rich; nothing here may be imported by them.
"""
