"""The template of the catalogues holds every message of the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from koikoi.text.catalogue import placeholders
from koikoi.text.template import KEYWORDS, SOURCE, TEMPLATE, main, template

_NEEDS_BABEL = "Babel reads the messages out of the source"


def calls(source: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in the source whose function has the name of a keyword, with that name."""
    for path in sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                function = node.func
                name = function.attr if isinstance(function, ast.Attribute) else ""
                if isinstance(function, ast.Name):
                    name = function.id
                if name in KEYWORDS:
                    yield name, node


def messages(keyword: str, call: ast.Call) -> list[ast.expr]:
    """The arguments of the call that are English messages."""
    places = {"t": [0], "N_": [0], "n": [0, 1], "NN_": [0, 1], "p": [1], "NP_": [1]}[keyword]
    return [call.args[place] for place in places if place < len(call.args)]


def test_no_message_is_asked_for_within_another_text() -> None:
    """Before Python 3.12 Babel does not look into f-strings, and would leave it out."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                for call in ast.walk(node):
                    if not isinstance(call, ast.Call) or not call.args:
                        continue
                    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                    said = isinstance(call.args[0], ast.Constant)
                    assert name not in KEYWORDS or not said, f"{path.name}:{node.lineno}"


def test_the_template_is_what_the_source_gives() -> None:
    pytest.importorskip("babel", reason=_NEEDS_BABEL)
    written = TEMPLATE.read_text(encoding="utf-8")
    assert written == template(), "run python -m koikoi.text.template"


def test_no_message_hides_from_the_template() -> None:
    """Babel does not look into f-strings."""
    read = pytest.importorskip("koikoi.text.translations", reason=_NEEDS_BABEL).read
    known = {
        form
        for message in read(TEMPLATE.read_text(encoding="utf-8"), "en")
        for form in (message.id if isinstance(message.id, tuple) else (message.id,))
    }
    written = {
        one.value
        for keyword, call in calls(SOURCE)
        for one in messages(keyword, call)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }
    assert written - known == set()


def test_the_template_has_neither_dates_nor_line_numbers() -> None:
    written = TEMPLATE.read_text(encoding="utf-8")
    assert "Date" not in written
    assert "Babel" not in written
    assert "#: koikoi/text/turns.py\n" in written


def test_messages_are_found_in_every_room(tmp_path: Path) -> None:
    pytest.importorskip("babel", reason=_NEEDS_BABEL)
    room = tmp_path / "koikoi" / "room"
    room.mkdir(parents=True)
    (room / "screen.py").write_text(
        "a = text.t('one {x}', x=f'{1}')\n"
        "# Translators: two of them\n"
        "b = text.n('two', 'twos', 2)\n"
        "c = self.text.p('ctx', 'three')\n"
        "D = N_('four'), NN_('five', 'fives'), NP_('ctx', 'six')\n"
        "e = text.t(D[0]), other('seven')\n",
        encoding="utf-8",
    )
    found = template(tmp_path / "koikoi")
    body = found[found.index("#: ") :]
    assert body.count("#: koikoi/room/screen.py") == 6
    assert 'msgid "two"\nmsgid_plural "twos"' in body
    assert "#. two of them" in body
    assert 'msgctxt "ctx"\nmsgid "three"' in body
    assert 'msgctxt "ctx"\nmsgid "six"' in body
    assert 'msgid "five"\nmsgid_plural "fives"' in body
    assert "seven" not in found
    assert body.count("#, python-brace-format") == 1


def test_check_says_whether_the_template_is_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("babel", reason=_NEEDS_BABEL)
    place = tmp_path / "locale" / "koikoi.pot"
    monkeypatch.setattr("koikoi.text.template.TEMPLATE", place)
    assert main(["--check"]) == 1
    assert "run python -m koikoi.text.template" in capsys.readouterr().err
    assert not place.exists()
    assert main([]) == 0
    assert main(["--check"]) == 0
    place.write_text(place.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert main(["--check"]) == 1


def test_no_message_is_put_together_in_the_source() -> None:
    glued = [
        ast.unparse(call)
        for keyword, call in calls(SOURCE)
        for message in messages(keyword, call)
        if isinstance(message, ast.JoinedStr | ast.BinOp | ast.IfExp)
    ]
    assert glued == []


def test_every_placeholder_has_a_name_and_a_value() -> None:
    faults = []
    for keyword, call in calls(SOURCE):
        texts = [
            one.value
            for one in messages(keyword, call)
            if isinstance(one, ast.Constant) and isinstance(one.value, str)
        ]
        needed = [placeholders(text) for text in texts]
        given = {word.arg for word in call.keywords}
        if None in needed:
            faults.append(f"not a message: {texts}")
        elif keyword in "tnp" and texts and None not in given:
            names = frozenset().union(*(names for names in needed if names))
            given |= {"count"} if keyword == "n" else set()
            if not names <= given:
                faults.append(f"{texts} lacks {names - given}")
    assert faults == []
