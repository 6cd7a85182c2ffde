"""The rules editor as a page: chooses, changes and types; what needs other pages it asks for."""

from __future__ import annotations

import asyncio
from typing import Final

from koikoi.engine.rules import OPTION_BY_KEY
from koikoi.table.rulesdraft import Draft, typed_number
from koikoi.tui.editorwords import KEYS, ROWS, Look
from koikoi.tui.frame import Frame
from koikoi.tui.letters import sign_of
from koikoi.tui.page import Page, Room
from koikoi.tui.paint.editor import areas, paint_editor, top_for
from koikoi.tui.sheet import Chosen, Pressed
from koikoi.tui.uistate import Does

_ASKS: Final = {
    "question_mark": "keys",
    "ctrl+p": "keys",
    "s": "save",
    "ctrl+s": "save",
    "p": "page",
    "tab": "about",
    "shift+tab": "about",
    "R": "all",
    **dict.fromkeys(("q", "escape", "ctrl+c", "ctrl+q"), "leave"),
}
"""Keys that need another page, and what the editor ends with for it."""
_BACK: Final = ("r", "delete", "backspace")
_LONGEST: Final = 200


class EditorPage(Page):
    """Changes a draft; it ends with what is wanted beside that, and can be shown again.

    Args:
        room: Who shows it.
        draft: The rules that are being made.
    """

    def __init__(self, room: Room, draft: Draft) -> None:
        super().__init__(room)
        self.look = Look(draft)
        self._before: object = None
        self._rows = 1
        self._width = 80

    @property
    def draft(self) -> Draft:
        """The rules as they are now."""
        return self.look.draft

    @property
    def unsaved(self) -> bool:
        """Whether something has been changed since it was saved."""
        return self.draft.unsaved

    def again(self, draft: Draft, said: str = "") -> None:
        """Can be shown once more, with this draft and something to be said."""
        self.look = self.look._replace(draft=draft, said=said)
        self.result = asyncio.get_running_loop().create_future()

    def frame(self, width: int, height: int, below: Frame | None) -> Frame:
        """Paints the editor."""
        del below
        rows = areas(width, height).options.height
        if (rows, width) != (self._rows, self._width):
            self._rows, self._width = rows, width
            self._show_chosen()
        return paint_editor(self.look, width, height, self.room.brush)

    def choose(self, key: str) -> None:
        """Chooses an option, and shows it with its neighbours."""
        self.look = self.look._replace(chosen=key)
        self._show_chosen()

    def _show_chosen(self) -> None:
        top = top_for(self.look.chosen, self.look.top, self._rows)
        self.look = self.look._replace(top=top)

    # What is pressed.

    def press(self, key: str, at: float) -> None:
        """Takes a key."""
        if at < self.open_since:
            return
        self.look = self.look._replace(said="")
        if self.look.typing:
            self._type(key)
        else:
            self._do(key)
        self.room.repaint(self)

    def click(self, target: object, at: float) -> None:
        """Takes a click on an option, an arrow, a hint."""
        if at < self.open_since:
            return
        if isinstance(target, Chosen):
            self._leave_typing()
            self.choose(target.name)
            self.room.repaint(self)
        elif isinstance(target, Pressed):
            self.press(target.key, at)
        elif isinstance(target, Does):
            self.press(target.command, at)

    def turn(self, by: int, at: float) -> None:
        """Scrolls the list; what is chosen stays chosen."""
        if at >= self.open_since:
            last = max(len(ROWS) - self._rows, 0)
            self.look = self.look._replace(top=max(0, min(self.look.top + by, last)))
            self.room.repaint(self)

    def _do(self, key: str) -> None:
        look = self.look
        moves = {
            "up": -1,
            "down": 1,
            "pageup": 1 - self._rows,
            "pagedown": self._rows - 1,
            "home": -len(KEYS),
            "end": len(KEYS),
        }
        if key in moves:
            self._move(moves[key])
        elif key in ("left", "right"):
            self._put(look.draft.stepped(look.chosen, 1 if key == "right" else -1))
        elif key in ("enter", "space"):
            self._enter()
        elif key in _BACK:
            self._put(look.draft.reset(look.chosen))
        elif key == "b":
            self._put(look.draft.beside(1))
        elif key == "n":
            self._next_changed()
        elif key in _ASKS:
            self.close(_ASKS[key])
        elif key.isdecimal() and OPTION_BY_KEY[look.chosen].type == "integer":
            self._begin_typing("")
            self._type(key)

    def _move(self, by: int) -> None:
        at = KEYS.index(self.look.chosen)
        if abs(by) == 1:
            self.choose(KEYS[(at + by) % len(KEYS)])
        else:
            self.choose(KEYS[max(0, min(at + by, len(KEYS) - 1))])

    def _next_changed(self) -> None:
        changed = self.look.draft.changed
        at = KEYS.index(self.look.chosen)
        later = [key for key in changed if KEYS.index(key) > at]
        if changed:
            self.choose((later or changed)[0])

    def _put(self, draft: Draft) -> None:
        self.look = self.look._replace(draft=draft)

    def _enter(self) -> None:
        """Does what Enter means for the kind of option that is chosen."""
        key = self.look.chosen
        kind = OPTION_BY_KEY[key].type
        if kind == "boolean":
            self._put(self.draft.stepped(key, 1))
        elif kind == "choice":
            self.close("values")
        else:
            self._begin_typing(str(self.draft.values[key]) if kind == "text" else "")

    # What is typed.

    def _begin_typing(self, typed: str) -> None:
        self._before = self.draft.values[self.look.chosen]
        self.look = self.look._replace(typing=True, typed=typed)

    def _leave_typing(self) -> None:
        self.look = self.look._replace(typing=False, typed="")

    def _type(self, key: str) -> None:
        """Takes a key while a value is typed; each letter takes effect at once."""
        typed = self.look.typed
        if key == "enter":
            self._leave_typing()
        elif key in ("escape", "ctrl+c", "ctrl+q"):
            self._put(self.draft.put(self.look.chosen, self._before))
            self._leave_typing()
        elif key in ("up", "down", "tab", "pageup", "pagedown"):
            self._leave_typing()
            if key != "tab":
                self._do(key)
        elif key == "backspace":
            self._typed(typed[:-1])
        elif key in ("ctrl+u", "ctrl+w"):
            self._typed("")
        elif sign := sign_of(key):
            self._typed((typed + sign)[:_LONGEST])

    def _typed(self, typed: str) -> None:
        key = self.look.chosen
        option = OPTION_BY_KEY[key]
        if option.type == "text":
            self.look = self.look._replace(draft=self.draft.put(key, typed), typed=typed)
            return
        typed = "".join(sign for sign in typed if sign in "0123456789")
        typed = typed[: len(str(option.high)) + 1]
        number = typed_number(option, typed)
        value = self._before if number is None else number
        self.look = self.look._replace(draft=self.draft.put(key, value), typed=typed)
