"""A match that is set up: the state, who sits where, the record that it is saved in.

The room may import everything below it: engine, text, record, ai, match and store. The command
line, the screens and a server each put their own people at such a table.
"""
