"""The command line: arguments, the commands, and the match by plain lines.

The room may use everything. ``main`` builds the parser and calls the command's module, which
imports what it needs when it runs: ``koikoi --version`` and ``--help`` load neither Textual nor
numpy.
"""
