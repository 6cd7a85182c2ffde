"""What somebody learns the game by, without a screen: questions, and what is known of them.

The room may import ``koikoi.engine`` and ``koikoi.text``; it has no chance, clock or file of its
own: seeds, and what is remembered, are given.
"""
