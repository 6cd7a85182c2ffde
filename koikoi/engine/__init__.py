"""The rules of koi-koi as pure functions: no input or output, no clock, no chance of its own.

The room may import the standard library, without ``random``, ``time`` and ``asyncio``; only
``presets`` reads a file of the package. Everything that happens in a match goes through
:func:`koikoi.engine.flow.apply`; what a player may know of it through
:func:`koikoi.engine.view.view` and :func:`koikoi.engine.view.redact`.
"""
