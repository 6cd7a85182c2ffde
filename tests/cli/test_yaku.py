"""``koikoi yaku``: piles in, yaku and points out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from koikoi.engine.cards import CARDS, FULL_DECK, cards_of, codes_of, mask_of
from koikoi.engine.deck import Stream
from koikoi.engine.presets import PRESET_NAMES, preset
from koikoi.engine.scoring import round_score
from koikoi.engine.tally import tally
from koikoi.engine.yaku import YakuId, scorer
from tests.cli.conftest import CommandLine

ANSWER_KEYS = ["rules", "cards", "month", "yaku", "total", "one_away", "score"]
SCORE_KEYS = ["added", "factors", "multiplier", "points"]


def piles(count: int) -> list[list[str]]:
    """Random piles of 0 to 24 cards, as codes in any order and either case."""
    stream = Stream("piles for the command line")
    drawn = [stream.shuffle(CARDS)[: stream.below(25)] for _ in range(count)]
    return [codes_of(pile) for pile in drawn]


def expected(codes: list[str], rules: str, month: int, calls: int, others: int) -> dict[str, Any]:
    """What the engine says about a pile, without the command's own code."""
    own = preset(rules)
    pile = mask_of(card for card in CARDS if card.code in codes)
    made = scorer(own).made(pile, month, calls, 0)
    score = round_score(own, made, calls, others)
    return {
        "rules": rules,
        "cards": codes_of(cards_of(pile)),
        "month": month,
        "yaku": [{"id": line.id.value, "points": line.points} for line in made],
        "total": sum(line.points for line in made),
        "score": {
            "added": score.added,
            "factors": [{"cause": f.cause.value, "factor": f.factor} for f in score.factors],
            "multiplier": score.multiplier,
            "points": score.points,
        },
    }


def test_ten_thousand_piles_get_an_answer_a_line(cli: CommandLine) -> None:
    given = piles(10_000)
    lines = [" ".join(codes).lower() for codes in given]
    lines[1::2] = [",".join(codes) for codes in given[1::2]]
    answered = cli("yaku", "-", stdin="\n".join(lines))
    assert answered.code == 0
    answers = answered.lines
    assert len(answers) == len(given)
    for number in range(0, len(given), 50):  # two hundred of them
        answer = json.loads(answers[number])
        assert list(answer) == ANSWER_KEYS
        for one in answer.pop("one_away"):
            assert_one_away(one, answer["cards"])
        assert answer == expected(given[number], "standard", 1, 0, 0)


def assert_one_away(one: dict[str, Any], held: list[str]) -> None:
    """The yaku is not made, and with any of the cards named the pile counts more."""
    assert list(one) == ["id", "cards"]
    assert one["cards"]
    before = expected(held, "standard", 1, 0, 0)
    assert one["id"] not in [line["id"] for line in before["yaku"]]
    for code in one["cards"]:
        assert code not in held
        assert expected([*held, code], "standard", 1, 0, 0)["total"] > before["total"]


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_every_option_counts(cli: CommandLine, rules: str) -> None:
    for number, codes in enumerate(piles(200)[-20:]):
        month, calls, others = 1 + number % 12, number % 9, number % 3
        answer = cli(
            *("yaku", "--json", "--rules", rules, "--month", str(month)),
            *("--calls", str(calls), "--opponent-calls", str(others), *(codes or [""])),
        ).json
        assert list(answer) == ANSWER_KEYS
        del answer["one_away"]
        assert answer == expected(codes, rules, month, calls, others)


def test_the_field_counts_where_the_rules_ask_for_it(cli: CommandLine) -> None:
    text = cli("rules", "standard", "--toml").out
    own = cli.home.with_name("rain.toml")
    old, new = 'rain_spoils_viewing = "no"', 'rain_spoils_viewing = "willow_on_field"'
    assert old in text
    own.write_text(text.replace(old, new), encoding="utf-8")
    pile = ("yaku", "--json", "--rules", str(own), "3L", "9A")
    assert cli(*pile).json["total"] == 5
    assert cli(*pile, "--field", "1L,2A").json["total"] == 5
    assert cli(*pile, "--field", "1L, 11P1").json["total"] == 0


def test_the_seed_documents_example(cli: CommandLine) -> None:
    answer = cli("yaku", "--rules", "nintendo", "6A", "7A", "10A", "2A", "8A", "--json").json
    assert answer["yaku"] == [{"id": "inoshikacho", "points": 7}]
    assert cli("yaku", "3L", "8L", "9A").lines == [
        "Flower Viewing (Hanami): 5 points",
        "Moon Viewing (Tsukimi): 5 points",
        "The round scores 20 points.",
        "(5 + 5) × 2 = 20: ×2 because the yaku come to 8 points or more.",
        "Three Lights (Sankō) needs Crane (1L) or Phoenix (12L).",
    ]


def test_no_cards_make_no_yaku(cli: CommandLine) -> None:
    assert cli("yaku", "").lines == ["These cards make no yaku."]
    assert cli("yaku", "", "--json").json["cards"] == []
    assert cli("yaku", "-", stdin="").lines == []
    assert cli("yaku", "-", stdin="\n\n").out.count('"cards": []') == 2


def test_every_yaku_has_a_line_of_its_own(cli: CommandLine) -> None:
    everything = [card.code for card in CARDS]
    answer = cli("yaku", "--json", "--rules", "fuda-wiki", *everything).json
    assert {line["id"] for line in answer["yaku"]} <= {yaku.value for yaku in YakuId}
    assert answer["total"] == tally(FULL_DECK, preset("fuda-wiki")).total


NO_CARD = (
    "is no card; a card is a month from 1 to 12 and L, A, R, P1, P2 or P3, such as 1L or 12P3."
)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["1L", "13L"], f"“13L” {NO_CARD}"),
        (["2L"], f"“2L” {NO_CARD}"),
        (["1L,x"], f"“x” {NO_CARD}"),
        (["-", "1L"], f"“-” {NO_CARD}"),
        (["\x1b[31m"], f"“\\x1b[31m” {NO_CARD}"),
        (["花"], f"“花” {NO_CARD}"),
        (["x" * 5000], f"“{'x' * 19}…” {NO_CARD}"),
        (["1L", "9A", "1l"], "The card 1L is named twice."),
        (["1L 1L"], "The card 1L is named twice."),
        (["1L", "--field", "9A,9A"], "The card 9A is named twice."),
        (["1L", "--field", "9A,0L"], f"“0L” {NO_CARD}"),
        (["1L", "9A", "--field", "2A,9A"], "The card 9A cannot be captured and on the field."),
        (["1L", "--month", "0"], "--month is 0; 1 to 12 are allowed."),
        (["1L", "--month", "13"], "--month is 13; 1 to 12 are allowed."),
        (["1L", "--calls", "9"], "--calls is 9; 0 to 8 are allowed."),
        (["1L", "--opponent-calls", "9"], "--opponent-calls is 9; 0 to 8 are allowed."),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_what_is_no_pile_is_refused(
    cli: CommandLine, arguments: list[str], sentence: str, form: list[str]
) -> None:
    assert cli("yaku", *form, *arguments).refusal == sentence


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"1L 1L", "The card 1L is named twice."),
        (b"1L 14A", f"“14A” {NO_CARD}"),
        (b"\xff", f"“\N{REPLACEMENT CHARACTER}” {NO_CARD}"),
        (b"\x00\x1b", f"“\\x00\\x1b” {NO_CARD}"),
        (b"9A", "The card 9A cannot be captured and on the field."),
    ],
)
def test_a_bad_line_is_named_and_those_before_it_are_answered(
    cli: CommandLine, line: bytes, problem: str
) -> None:
    stopped = cli("yaku", "-", "--json", "--field", "9A", stdin=b"1L\n\n3L\n" + line + b"\n2A\n")
    assert stopped.code == 2
    assert [json.loads(answer)["cards"] for answer in stopped.lines] == [["1L"], [], ["3L"]]
    assert stopped.err == f"koikoi: Line 4: {problem}\n"


def test_a_card_that_makes_a_larger_yaku_is_told_at_that_one(cli: CommandLine) -> None:
    lines = cli("yaku", "1L", "11L", "12L").lines
    assert "Rain Four Lights (Ame-Shikō) needs Curtain (3L) or Moon (8L)." in lines
    assert not any(line.startswith("Three Lights") for line in lines)
