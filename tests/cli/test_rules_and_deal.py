"""``koikoi rules`` and ``koikoi deal``: rules as page, file and data; what a seed deals."""

from __future__ import annotations

import io
import re
import sys
import tomllib
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from rich.cells import cell_len

from koikoi.engine.cards import codes_of
from koikoi.engine.deal import draw_for_oya
from koikoi.engine.deck import seeded_deck
from koikoi.engine.events import RoundDealt
from koikoi.engine.flow import new_match
from koikoi.engine.presets import PRESET_NAMES, load_rules, preset
from koikoi.engine.rules import Rules
from koikoi.record.reader import load
from koikoi.store.ownrules import save_rules
from koikoi.text import catalogue, rules_page
from tests.cli.conftest import CommandLine
from tests.cli.person import Habit

DEAL_KEYS = [
    *("seed", "commitment", "rules", "round", "attempt"),
    *("ko", "field", "oya", "stock", "void", "dealt"),
]


# Rules -------------------------------------------------------------------------------------------


def test_without_a_name_the_presets_are_listed(cli: CommandLine) -> None:
    lines = cli("rules").lines
    assert [line.partition(":")[0] for line in lines[:-1]] == list(PRESET_NAMES)
    assert cli("rules", "--json").json == {name: preset(name).to_mapping() for name in PRESET_NAMES}


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_preset_has_a_page_data_and_a_file(
    cli: CommandLine, name: str, tmp_path: Path
) -> None:
    page = cli("rules", name).lines
    for heading, sentences in rules_page.rules_page(catalogue.load(), preset(name)):
        at = page.index(heading)
        assert page[at + 1 : at + 1 + len(sentences)] == [f"  {line}" for line in sentences]
    assert cli("rules", name, "--json").json == preset(name).to_mapping()
    file = tmp_path / "own.toml"
    file.write_text(cli("rules", name, "--toml").out, encoding="utf-8")
    assert load_rules(file) == preset(name)
    # A file is shown in every form as a preset is.
    for form in ([], ["--json"], ["--toml"]):
        assert cli("rules", str(file), *form).out == cli("rules", name, *form).out


def test_a_file_without_a_name_is_the_default_preset(cli: CommandLine) -> None:
    assert cli("rules", "--toml").out == cli("rules", "standard", "--toml").out


def test_a_rules_file_is_printed_for_any_locale(
    cli: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TOML is UTF-8, so that a terminal's encoding must not get into it."""
    own = tmp_path / "own.toml"
    text = cli("rules", "--toml").out.replace('name = "standard"', 'name = "花札 “é” 🎴"')
    own.write_text(text, encoding="utf-8")
    for encoding in ("ascii", "latin-1", "utf-8", "UTF8"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            assert cli("rules", str(own), "--toml").code == 0
        printed = stream.buffer
        assert isinstance(printed, io.BytesIO)
        again = tmp_path / "again.toml"
        again.write_bytes(printed.getvalue())
        assert load_rules(again) == load_rules(own)
        assert "花札" in tomllib.loads(printed.getvalue().decode())["name"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--toml", "--json"], "--json goes with --compare or alone, not with another form."),
        (["--edit", "--json"], "--json goes with --compare or alone, not with another form."),
        (["--toml", "--compare"], "argument --compare: not allowed with argument --toml; koikoi"),
        (["standard", "--all"], "--all goes with --compare."),
        (["--compare", "chess"], "No rules are called “chess”; there are standard, nintendo,"),
        (["--edit", "chess"], "No rules are called “chess”; there are standard, nintendo,"),
        (["--edit"], "This is no terminal that can show the editor; koikoi rules NAME --toml"),
        (["chess"], "No rules are called “chess”; there are standard, nintendo, wikipedia,"),
        ([""], "No rules are called “”; there are standard, nintendo, wikipedia,"),
        (["no/such"], "The file no/such cannot be used: No such file or directory."),
        (["standard", "nintendo"], "Name one set of rules; koikoi rules --compare puts several"),
    ],
)
def test_what_is_no_set_of_rules_is_refused(
    cli: CommandLine, arguments: list[str], sentence: str
) -> None:
    assert cli("rules", *arguments).refusal.startswith(sentence)


# Rules side by side ------------------------------------------------------------------------------


def columns_of(lines: list[str]) -> list[list[str]]:
    """The tables of a comparison, each as its lines."""
    tables: list[list[str]] = [[]]
    for line in lines:
        if line:
            tables[-1].append(line)
        else:
            tables.append([])
    return tables


def test_presets_stand_side_by_side_in_80_columns(cli: CommandLine) -> None:
    lines = cli("rules", "--compare").lines
    assert all(cell_len(line) <= 80 for line in lines[: -len(PRESET_NAMES)])
    first, second, told = columns_of(lines)
    assert re.split(r"  +", first[0]) == ["Option", "Standard", "Nintendo", "Wikipedia"]
    assert re.split(r"  +", second[0]) == ["Option", "Koi-Koi Japan", "Fuda Wiki", "Yakuza"]
    assert re.split(r"  +", first[1]) == [
        "Five Lights (Gokō)",
        "10 points",
        "10 points",
        "15 points",
    ]
    assert told[0].startswith("Standard: The yaku page")
    assert len(told) == len(PRESET_NAMES)


def test_only_what_differs_is_told_unless_all_is_wanted(cli: CommandLine) -> None:
    few = cli("rules", "--compare", "standard", "nintendo")
    assert not any("Gokō" in line for line in few.lines)
    assert any(line.startswith("Both dealt a") for line in few.lines)
    every = cli("rules", "--compare", "standard", "nintendo", "--all")
    assert any("Gokō" in line for line in every.lines)
    # Names may stand before the option as well, and one alone is put beside the default.
    assert cli("rules", "standard", "--compare", "nintendo").out == few.out
    assert cli("rules", "--compare", "nintendo").out == few.out


def test_what_does_not_differ_says_so(cli: CommandLine) -> None:
    lines = cli("rules", "--compare", "standard", "standard").lines
    assert lines[0] == "These rules do not differ."
    assert [line.partition(":")[0] for line in lines[2:]] == ["Standard (1)", "Standard (2)"]


def test_a_comparison_is_data_for_programs(cli: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    own = cli("rules", "yakuza", "--toml").out.replace("kasu = 1\n", "kasu = 2\n")
    file.write_text(own.replace('name = "yakuza"', 'name = "mine"'), encoding="utf-8")
    found = cli("rules", "--compare", "yakuza", str(file), "--json").json
    assert found["differing"] == ["kasu"]
    assert [one["named"] for one in found["compared"]] == ["yakuza", str(file)]
    assert found["compared"][0]["rules"] == preset("yakuza").to_mapping()
    assert found["compared"][1]["rules"]["kasu"] == 2


# Rules of one's own ------------------------------------------------------------------------------


def kept(cli: CommandLine, rules: Rules) -> Path:
    """Rules of the player's own, called mine."""
    path = cli.home / "rules" / "mine.toml"
    save_rules(path, rules, {})
    return path


def test_own_rules_go_by_their_name_everywhere(cli: CommandLine) -> None:
    rules = replace(preset("nintendo"), name="mine", kasu=3, rounds=3)
    kept(cli, rules)
    assert cli("rules", "mine", "--json").json == rules.to_mapping()
    listed = cli("rules").lines
    assert listed[len(PRESET_NAMES)].startswith("mine: rules of your own, in ")
    assert cli("rules", "--json").json["mine"] == rules.to_mapping()
    assert "mine" in cli("rules", "--compare", "nintendo", "mine").lines[0]
    plains = "1P1 1P2 2P1 2P2 3P1 3P2 4P1 4P2 5P1 5P2"
    assert cli("yaku", "--rules", "mine", plains, "--json").json["total"] == 3
    assert cli("deal", "--seed", "s", "--round", "1", "--rules", "mine", "--json").code == 0
    cli.play(Habit("own"), "--seed", "own", "--rules", "mine")
    assert load(cli.record).header.rules == rules


def test_own_rules_that_are_wrong_say_why(cli: CommandLine) -> None:
    path = kept(cli, preset("nintendo"))
    broken = path.read_text(encoding="utf-8").replace("goko = 10", "goko = 99")
    path.write_text(broken, encoding="utf-8")
    assert cli("rules").lines[-2] == "mine: cannot be used; koikoi rules NAME tells why."
    assert cli("rules", "mine").refusal.startswith("“goko” is 99, which is too low or too high;")
    assert "mine" in cli("rules", "chess").refusal


# Deals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 12])
def test_a_deal_is_the_deck_of_its_seed(cli: CommandLine, number: int) -> None:
    deal = cli("deal", "--seed", "花 spring", "--round", str(number), "--json").json
    assert list(deal) == DEAL_KEYS
    deck = codes_of(seeded_deck("花 spring", number, 0))
    assert deal["ko"] + deal["field"] + deal["oya"] + deal["stock"] == deck
    assert deal["commitment"] == sha256("花 spring".encode()).hexdigest()
    assert (deal["seed"], deal["rules"], deal["round"]) == ("花 spring", "standard", number)
    assert (deal["attempt"], deal["void"], deal["dealt"]) == (0, None, [])


def test_a_match_deals_what_the_command_says(cli: CommandLine) -> None:
    cli.play(Habit("deal"), "--seed", "deal", "--rounds", "3")
    rounds = load(cli.record).rounds
    for played in rounds:
        deal = cli("deal", "--seed", "deal", "--round", str(played.number), "--json").json
        assert codes_of(played.decks[-1]) == [
            *deal["ko"],
            *deal["field"],
            *deal["oya"],
            *deal["stock"],
        ]


def test_the_deal_that_stands_is_the_last_attempt(cli: CommandLine) -> None:
    asked = ("deal", "--seed", "s63", "--round", "1")
    stands = cli(*asked, "--json").json
    assert (stands["attempt"], stands["void"]) == (1, None)
    first = cli(*asked, "--attempt", "0", "--json").json
    assert (first["attempt"], first["void"]) == (0, "field_four")
    assert cli(*asked, "--attempt", "1", "--json").json == stands
    lines = cli(*asked).lines
    assert lines[0] == "Round 1, attempt 0."
    void = "All four cards of December (Paulownia) lie on the field, so this deal is void."
    assert lines[4:6] == [void, "Round 1, attempt 1."]
    # Of a void deal the stock is of no interest: it is never drawn from.
    assert [line.partition(":")[0] for line in lines].count("The stock") == 1
    state = new_match(preset("standard"), "s63")
    (dealt,) = [e for e in state.history if isinstance(e, RoundDealt) and e.attempt == 1]
    assert stands["field"] == codes_of(dealt.field)


def test_the_rules_decide_which_deal_stands(cli: CommandLine) -> None:
    asked = ("deal", "--seed", "s188", "--round", "1", "--json")
    assert cli(*asked).json["attempt"] == 1
    assert cli(*asked, "--rules", "nintendo").json["attempt"] == 0


@pytest.mark.parametrize(
    ("seed", "hand", "yaku"),
    [("void 212", "oya", "teshi"), ("void 240", "oya", "teshi"), ("void 352", "ko", "kuttsuki")],
)
def test_a_dealt_hand_that_wins_is_named(cli: CommandLine, seed: str, hand: str, yaku: str) -> None:
    asked = ("deal", "--seed", seed, "--round", "1")
    assert cli(*asked, "--json").json["dealt"] == [{"hand": hand, "id": yaku}]
    who = "The dealer" if hand == "oya" else "The other player"
    assert cli(*asked).lines[-1].startswith(f"{who} was dealt ")


def test_a_hand_that_is_redealt_is_named(cli: CommandLine) -> None:
    asked = ("deal", "--rules", "koikoi-japan", "--round", "1", "--seed")
    for seed, who in (("void 212", "The dealer"), ("japan void 139", "The other player")):
        first = cli(*asked, seed, "--attempt", "0", "--json").json
        assert (first["void"], first["dealt"]) == ("teshi", [])
        lines = cli(*asked, seed).lines
        assert lines[4].startswith(f"{who} was dealt all four cards of ")
        assert lines[4].endswith(", so this deal is void.")


def test_round_0_is_the_draw_for_the_first_dealer(cli: CommandLine) -> None:
    for seed in ("a", "b", "c", "d"):
        draws, oya = draw_for_oya(seeded_deck(seed, 0))
        assert cli("deal", "--seed", seed, "--round", "0", "--json").json == {
            "seed": seed,
            "commitment": sha256(seed.encode()).hexdigest(),
            "round": 0,
            "draws": [codes_of(pair) for pair in draws],
            "oya": oya,
        }
        lines = cli("deal", "--seed", seed, "--round", "0").lines
        assert len(lines) == len(draws) + 1
        who = ("first", "second")[oya]
        assert lines[-1] == f"The {who} player deals first."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--round", "1"], "the following arguments are required: --seed; koikoi deal --help"),
        (["--seed", "x"], "the following arguments are required: --round; koikoi deal --help"),
        (["--seed", "", "--round", "1"], "--seed is 1 to 200 printable characters."),
        (["--seed", "\x1b", "--round", "1"], "--seed is 1 to 200 printable characters."),
        (["--seed", "x", "--round", "13"], "--round is 13; 0 to 12 are allowed."),
        (["--seed", "x", "--round", "-1"], "--round is -1; 0 to 12 are allowed."),
        (
            ["--seed", "x", "--round", "1", "--attempt", "100"],
            "--attempt is 100; 0 to 99 are allowed.",
        ),
        (["--seed", "x", "--round", "1", "--rules", "chess"], "No rules are called “chess”;"),
    ],
)
def test_what_is_no_deal_is_refused(cli: CommandLine, arguments: list[str], sentence: str) -> None:
    assert cli("deal", *arguments).refusal.startswith(sentence)
