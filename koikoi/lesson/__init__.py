"""Lessons: what is said, what is waited for, and why anything else is not meant; no screen.

A lesson is data that is played by the engine like any match; the card trainer asks questions that
the engine answers. The room may import the engine, texts, records, the judge and what is kept, and
knows nothing of screens.
"""
