"""Everything the game says, as sentences of a language, made from the engine's codes and values.

The room may import the engine. Its own import loads only ``gettext``; a language's catalogue is
read when :func:`koikoi.text.catalogue.load` first asks for it, and nothing is installed for the
whole process, so that one process can serve players in several languages.

``catalogue`` looks messages up and fills them in; ``names`` and ``options`` name things;
``events`` has the narrator, which tells a match to one listener and is what most callers need;
``question``, ``tally``, ``score`` and ``reasons`` are for one thing each; ``rules_page`` explains
the rules in play, ``problems`` rules that cannot be used; ``ascii`` is for outputs that know no
other letters.

Each sentence is one message of the catalogue, with named placeholders; what goes into them is a
name, a figure or a list, never a part of the sentence.
"""

from __future__ import annotations

from koikoi.text.catalogue import Text, UnknownLanguage, available, load

__all__ = ["Text", "UnknownLanguage", "available", "load"]
