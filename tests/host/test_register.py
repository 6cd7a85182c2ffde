"""The register: who plays here, and that nothing of it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from koikoi.host.ledger import OpenSeat, OpenTable
from koikoi.host.links import GUESSES, GUESSES_OF_ONE, SECONDS
from koikoi.host.names import clean_name, is_guest_name, likeness
from koikoi.host.register import MAX_KEYS, Refusal, Refused, Register
from koikoi.host.standings import MatchResult, Side
from koikoi.store.settings import Settings
from tests.host.registers import NOW, Clock, a_register, again, path_of


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def register(tmp_path: Path, clock: Clock) -> Iterator[Register]:
    with a_register(tmp_path, clock) as found:
        yield found


def a_result(register: Register, winner: int | None, *who: int | None, name: str = "x") -> None:
    first, second = (Side(one, "?", "" if one else "tsuru", None if one else 4) for one in who)
    result = MatchResult(name, "", NOW, NOW, "standard", 6, (first, second), winner)
    assert register.add_result(result)


# Who plays here ----------------------------------------------------------------------------------


def test_a_key_is_somebody_for_ever(register: Register) -> None:
    assert register.by_key("SHA256:a") is None
    mika = register.enrol("mika", "SHA256:a")
    assert (mika.name, mika.guest, mika.created) == ("mika", False, NOW)
    assert register.enrol("other", "SHA256:a") == mika
    with again(register) as later:
        assert later.by_key("SHA256:a") == later.by_id(mika.id) == later.by_name("MIKA") == mika


def test_who_comes_later_gets_a_number_where_names_could_be_mistaken(register: Register) -> None:
    wishes = ["mika", "Mika", "mіka", "mi-ka", "hana", "Hōō", "guest-abcd", "\x1b[2J", "花" * 20]
    names = [register.enrol(wish, f"SHA256:{wish}").name for wish in wishes]
    assert names == [
        *("mika", "Mika2", "mіka3", "mi-ka4", "hana"),
        *("player", "player2", "2J", "花" * 8),
    ]


@settings(max_examples=20)
@given(st.lists(st.text(st.sampled_from("MmikaаіО0oI1l -é花"), max_size=5), max_size=8))
def test_no_two_people_can_be_mistaken_for_one_another(
    tmp_path_factory: pytest.TempPathFactory, wishes: list[str]
) -> None:
    path = tmp_path_factory.mktemp("register") / "register.sqlite3"
    with Register(path) as register:
        names = [register.enrol(wish, str(key)).name for key, wish in enumerate(wishes)]
    assert all(clean_name(name) == name for name in names)
    for same in zip(*map(likeness, names), strict=True):
        assert len(set(same)) == len(names)


def test_who_has_no_key_is_a_guest_and_can_take_a_name(register: Register) -> None:
    guest = register.enrol("mika", None)
    assert guest.guest
    assert is_guest_name(guest.name)
    assert register.enrol("mika", None).id != guest.id
    named = register.claim(guest.id, "  Mika ")
    assert named == guest._replace(name="Mika", guest=False)
    assert register.enrol("mika", "SHA256:a").name == "mika2"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", Refusal.BAD),
        ("\x1b\u202e", Refusal.BAD),
        ("Tsuru", Refusal.BAD),
        ("guest-abcd", Refusal.BAD),
        ("JUN", Refusal.TAKEN),
        ("јun", Refusal.TAKEN),
    ],
)
def test_a_bad_or_taken_name_is_refused(register: Register, name: str, code: Refusal) -> None:
    register.enrol("jun", "SHA256:jun")
    mika = register.enrol("mika", "SHA256:mika")
    for change in (register.rename, register.claim):
        with pytest.raises(Refused) as refused:
            change(mika.id, name)
        assert refused.value.code is code
    assert register.by_id(mika.id) == mika


def test_a_name_can_be_written_otherwise_and_a_left_one_is_free(register: Register) -> None:
    mika = register.enrol("mika", "SHA256:mika")
    assert register.rename(mika.id, "Mi-Ka").name == "Mi-Ka"
    assert register.rename(mika.id, "hana").name == "hana"
    assert register.enrol("mika", "SHA256:b").name == "mika"
    guest = register.enrol("", None)
    assert register.rename(guest.id, "kai").guest
    with pytest.raises(Refused, match="gone"):
        register.rename(99, "nobody else")


def test_guests_of_whom_nothing_is_left_do_not_fill_the_register(register: Register) -> None:
    idle, playing, sitting = (register.enrol("", None).id for _ in range(3))
    a_result(register, 0, playing, None)
    seats = OpenSeat(sitting, "guest"), OpenSeat(None, "Chō", "cho")
    register.note_table(OpenTable("t", "x", seats, "", NOW))
    with again(register) as later:
        assert later.by_id(idle) is None
        assert later.by_id(playing) is not None
        assert later.by_id(sitting) is not None


# Keys --------------------------------------------------------------------------------------------


def test_a_code_brings_another_key_to_ones_name_once(register: Register) -> None:
    mika = register.enrol("mika", "SHA256:laptop")
    code = register.link_code(mika.id)
    assert len(code) == 8
    assert register.link(f" {code[:4].upper()}-{code[4:]} ", "SHA256:phone") == mika
    assert register.keys_of(mika.id) == ["SHA256:laptop", "SHA256:phone"]
    with pytest.raises(Refused, match="wrong_code"):
        register.link(code, "SHA256:third")


def test_a_key_that_had_another_name_brings_what_was_played_under_it(register: Register) -> None:
    mika = register.enrol("mika", "SHA256:laptop")
    other = register.enrol("mika", "SHA256:phone")
    a_result(register, 0, other.id, None)
    seats = OpenSeat(other.id, other.name), OpenSeat(None, "Chō", "cho")
    register.note_table(OpenTable("t", "x", seats, "", NOW))
    register.link(register.link_code(mika.id), "SHA256:phone")
    assert register.by_id(other.id) is None
    assert [one.name for one in register.leaderboard("")] == ["mika"]
    assert register.open_tables()[0].seats[0].person == mika.id
    assert register.enrol("mika2", "SHA256:new").name == "mika2"


def test_who_keeps_another_key_stays_somebody(register: Register) -> None:
    mika, jun = (register.enrol(name, f"SHA256:{name}") for name in ("mika", "jun"))
    register.link(register.link_code(jun.id), "SHA256:second")
    register.link(register.link_code(mika.id), "SHA256:second")
    assert register.by_id(jun.id) == jun
    assert register.by_key("SHA256:second") == mika


def test_a_guest_can_be_somebody_for_this_visit(register: Register) -> None:
    mika = register.enrol("mika", "SHA256:a")
    assert register.link(register.link_code(mika.id), None) == mika
    assert register.keys_of(mika.id) == ["SHA256:a"]


def test_a_code_ends_after_ten_minutes_with_the_next_one_and_with_its_owner(
    register: Register, clock: Clock
) -> None:
    mika = register.enrol("mika", "SHA256:a")
    late = register.link_code(mika.id)
    clock.seconds += SECONDS
    with pytest.raises(Refused, match="wrong_code"):
        register.link(late, "SHA256:b", "late")
    first = register.link_code(mika.id)
    second = register.link_code(mika.id)
    for number, code in enumerate((first, "", "ж" * 8, second[:7])):
        with pytest.raises(Refused, match="wrong_code"):
            register.link(code, "SHA256:b", str(number))
    register.forget(mika.id)
    with pytest.raises(Refused, match="wrong_code"):
        register.link(second, "SHA256:b")


def test_nobody_guesses_codes(register: Register, clock: Clock) -> None:
    code = register.link_code(register.enrol("mika", "SHA256:a").id)
    wrong = "b" * 8 if code != "b" * 8 else "c" * 8
    for _ in range(GUESSES_OF_ONE):
        with pytest.raises(Refused, match="wrong_code"):
            register.link(wrong, "SHA256:b", "192.0.2.1")
    with pytest.raises(Refused, match="too_many_guesses"):
        register.link(code, "SHA256:b", "192.0.2.1")
    for number in range(GUESSES - GUESSES_OF_ONE):
        with pytest.raises(Refused, match="wrong_code"):
            register.link(wrong, "SHA256:b", f"2001:db8::{number}")
    with pytest.raises(Refused, match="too_many_guesses"):
        register.link(code, "SHA256:b", "198.51.100.7")
    clock.seconds += SECONDS
    later = register.link_code(register.enrol("", "SHA256:a").id)
    assert register.link(later, "SHA256:b", "192.0.2.1").name == "mika"


def test_nobody_has_more_than_five_keys(register: Register) -> None:
    mika = register.enrol("mika", "SHA256:0")
    code = ""
    for number in range(1, MAX_KEYS):
        register.link(register.link_code(mika.id), f"SHA256:{number}")
        code = code or register.link_code(mika.id)
    with pytest.raises(Refused, match="too_many_keys"):
        register.link_code(mika.id)


def test_a_fifth_key_that_comes_between_is_no_way_round(register: Register) -> None:
    mika = register.enrol("mika", "SHA256:0")
    register._database.write(
        lambda found: found.executemany(
            "INSERT INTO keys VALUES (?, '', ?)", [(f"SHA256:{n}", mika.id) for n in range(1, 4)]
        )
    )
    code = register.link_code(mika.id)
    register._database.write(
        lambda found: found.execute("INSERT INTO keys VALUES ('SHA256:4', '', ?)", [mika.id])
    )
    with pytest.raises(Refused, match="too_many_keys"):
        register.link(code, "SHA256:5")
    assert register.link(code, "SHA256:4") == mika


# Preferences, tables, what is forgotten ----------------------------------------------------------


def test_everybody_has_their_own_settings(register: Register) -> None:
    mika, jun = (register.enrol(name, name) for name in ("mika", "jun"))
    wished = Settings(theme="light", colours="16", rules='a "b"\\', rounds=3, quick_play=True)
    register.keep_settings(mika.id, wished)
    with again(register) as later:
        assert later.settings_of(mika.id) == wished
        assert later.settings_of(jun.id) == later.settings_of(99) == Settings()


def test_open_tables_are_there_after_a_restart(register: Register) -> None:
    mika = register.enrol("mika", "SHA256:a")
    seats = OpenSeat(mika.id, "mika"), OpenSeat(None, "Chō", "cho")
    first = OpenTable("one", "/x/one.koikoi.jsonl", seats, "Meetup", NOW, code="abcd")
    second = OpenTable("two", "two", seats[::-1], "", NOW + timedelta(1), rematch_of="one")
    for table in (second, first, first._replace(code="")):
        register.note_table(table)
    with again(register) as later:
        assert later.open_tables() == [first._replace(code=""), second]
        later.drop_table("one")
        later.drop_table("none")
        assert later.open_tables() == [second]


def test_whoever_is_forgotten_leaves_no_name_and_no_key(register: Register) -> None:
    mika, jun = (register.enrol(name, f"SHA256:{name}") for name in ("mika", "jun"))
    a_result(register, 0, mika.id, jun.id)
    seats = OpenSeat(mika.id, "mika"), OpenSeat(jun.id, "jun")
    register.note_table(OpenTable("t", "x", seats, "", NOW))
    register.forget(mika.id)
    assert register.by_key("SHA256:mika") is register.by_name("mika") is None
    (result,) = register.results_of(jun.id)
    assert result.sides[0] == Side(None, "")
    assert register.open_tables()[0].seats[0] == OpenSeat(None, "")
    assert [(one.name, one.lost) for one in register.leaderboard("")] == [("jun", 1)]
    register.close()
    kept = path_of(register).read_bytes()
    assert register.enrol("kai", "SHA256:mika").id not in (mika.id, jun.id)
    assert b"SHA256:mika" not in kept


# Results -----------------------------------------------------------------------------------------


def test_a_result_counts_once_and_comes_back_as_it_was(register: Register) -> None:
    mika = register.enrol("mika", "SHA256:a")
    sides = Side(mika.id, "mika", points=31, hints=2), Side(None, "Tsuru", "tsuru", 4, 12)
    result = MatchResult("r", "Meetup", NOW, NOW + timedelta(hours=1), "yakuza", 12, sides, 0)
    assert register.add_result(result)
    assert not register.add_result(result._replace(winner=1))
    with again(register) as later:
        assert not later.add_result(result)
        assert later.results_of(mika.id) == [result]
        later.rename(mika.id, "hana")
        assert later.results_of(mika.id)[0].sides[0].name == "hana"


def test_the_last_results_come_first_and_only_those_of_the_event_count(register: Register) -> None:
    mika = register.enrol("mika", "SHA256:a").id
    guest = register.enrol("", None).id
    for day, event in enumerate(["one", "two", "one"]):
        sides = Side(mika, "mika"), Side(guest, "guest")
        ended = NOW + timedelta(day)
        register.add_result(MatchResult(str(day), event, NOW, ended, "standard", 6, sides, 0))
    assert [one.record for one in register.results_of(mika, 2)] == ["2", "1"]
    assert [(one.name, one.won) for one in register.leaderboard("one")] == [("mika", 2)]
    register.claim(guest, "jun")
    assert [one.name for one in register.leaderboard("one")] == ["mika", "jun"]
    assert [one.name for one in register.leaderboard("one", 1)] == ["mika"]
    assert register.leaderboard("three") == []
