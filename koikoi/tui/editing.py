"""The course of the rules editor: its page, and the pages that lie over it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from koikoi.engine.rules import OPTION_BY_KEY
from koikoi.table.rulesdraft import Draft
from koikoi.text.problems import rules_problem
from koikoi.tui import editorwords as words
from koikoi.tui.asking import Answer, asked
from koikoi.tui.editorpage import EditorPage
from koikoi.tui.rulespage import read_rules
from koikoi.tui.rulessaving import save
from koikoi.tui.sheetpage import SheetPage

if TYPE_CHECKING:
    from koikoi.tui.readings import Host


class Editing:
    """Leads through the editor until it is left.

    Args:
        host: Who shows pages.
        draft: What it begins with.
        file: The file that the rules came from, where they are not the player's own by a name.

    Attributes:
        saved: The name or the path that the rules were saved under last; empty for none.
    """

    def __init__(self, host: Host, draft: Draft, file: Path | None = None) -> None:
        self._host = host
        self._file = file
        self._page = EditorPage(host, draft)
        self.saved = ""
        self._does = {
            "values": self._values,
            "about": self._about,
            "page": self._read,
            "all": self._reset_all,
            "save": self._save,
        }

    async def run(self) -> str:
        """Edits; returns the name or the path that the rules are saved under, empty for none."""
        page = self._page
        while True:
            wanted = await self._host.show(page)
            if wanted == "keys":
                wanted = await self._keys()
            if wanted == "leave":
                left, said = await self._leave()
                if left:
                    return self.saved
            else:
                said = await self._does[wanted]() if wanted else ""
            page.again(page.draft, said)

    async def _keys(self) -> str | None:
        """Shows all keys; presses what is chosen, and returns what that wants."""
        sheet = SheetPage(self._host, lambda _: words.keys_sheet(self._host.brush))
        key = await self._host.show(sheet)
        if key is None:
            return None
        page = self._page
        page.again(page.draft)
        page.press(key, page.open_since)
        return page.result.result() if page.result.done() else None

    async def _values(self) -> str:
        page, key = self._page, self._page.look.chosen
        choices = SheetPage(
            self._host,
            lambda width: words.values_sheet(page.draft, key, self._host.brush, width),
        )
        choices.choose(str(page.draft.values[key]))
        value = await self._host.show(choices)
        if value is not None:
            page.again(page.draft.chosen(key, value))
        return ""

    async def _about(self) -> str:
        draft, key = self._page.draft, self._page.look.chosen
        await self._host.show(
            SheetPage(
                self._host, lambda width: words.detail_sheet(draft, key, self._host.brush, width)
            )
        )
        return ""

    async def _read(self) -> str:
        rules = self._page.draft.rules
        if rules is None:
            return self._first_problem(self._page.draft)
        await read_rules(self._host, rules)
        return ""

    async def _reset_all(self) -> str:
        page, text = self._page, self._host.brush.text
        if count := len(page.draft.changed):
            said = text.n(
                "{count} option would be again as the preset has it.",
                "{count} options would be again as the preset has them.",
                count,
            )
            answers = (
                Answer("keep", "k", text.t("Keep what is changed")),
                Answer("reset", "r", text.t("Reset all options")),
            )
            if await asked(self._host, text.t("Reset all options?"), said, answers) == "reset":
                page.again(page.draft.reset_all())
        return ""

    def _first_problem(self, draft: Draft) -> str:
        """Says what is wrong first, and goes there."""
        problem = draft.problems[0]
        if problem.key in OPTION_BY_KEY:
            self._page.choose(problem.key)
        return rules_problem(self._host.brush.text, problem)

    async def _save(self) -> str:
        """Saves; returns what came of it."""
        page = self._page
        # The name is asked for, so that what stands there now need not be one.
        named = page.draft.put("name", page.draft.base.name)
        if named.problems:
            return self._first_problem(named)
        came = await save(self._host, page.draft, self._file)
        page.again(came.draft)
        self.saved = came.under or self.saved
        return came.said

    async def _leave(self) -> tuple[bool, str]:
        """Whether the editor is left, which is asked where something is not saved."""
        if not self._page.draft.unsaved:
            return True, ""
        text = self._host.brush.text
        answers = (
            Answer("stay", "g", text.t("Go on editing")),
            Answer("save", "s", text.t("Save and leave")),
            Answer("drop", "d", text.t("Leave without saving")),
        )
        said = text.t("What you have changed is not saved.")
        answer = await asked(self._host, text.t("Leave the editor?"), said, answers)
        if answer == "save":
            came = await self._save()
            return not self._page.draft.unsaved, came
        return answer == "drop", ""
