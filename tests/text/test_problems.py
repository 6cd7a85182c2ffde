"""Rules that cannot be used are explained, whatever a file holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koikoi.engine.presets import UnknownPreset, load_rules, resolve_rules, rules_to_toml
from koikoi.engine.rules import OPTIONS, ProblemCode, RulesError, RulesProblem, check_rules
from koikoi.text.catalogue import UnknownLanguage, load
from koikoi.text.problems import language_trouble, rules_problem, rules_trouble, shown
from tests.text.moments import STANDARD

ENGLISH = load()
VALUES = STANDARD.to_mapping()


def trouble(**changes: object) -> tuple[str, ...]:
    """What is said of the standard values with these changes."""
    return rules_trouble(ENGLISH, RulesError(tuple(check_rules({**VALUES, **changes}))))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"goko": 51},
            "“goko” is 51, which is too low or too high; it has to be a whole number from 0 to 50.",
        ),
        (
            {"goko": "10"},
            (
                "“goko” is '10', which is another kind of value; it has to be a whole number from 0"
                " to 50."
            ),
        ),
        (
            {"extra_card": 1},
            "“extra_card” is 1, which is another kind of value; it has to be true or false.",
        ),
        (
            {"family": "all"},
            '“family” is \'all\', which is no choice; it has to be "add", "void" or "best".',
        ),
        (
            {"name": " "},
            (
                "“name” is ' ', which is too short, too long or not printable; it has to be a text"
                " of 1 to 60 printable characters."
            ),
        ),
        ({"goku": 1}, "There is no option “goku”; perhaps it should be “goko”."),
        ({"quidditch": 1}, "There is no option “quidditch”; take it out."),
        (
            {"call_limit": "per_round"},
            (
                "“call_limit_count” is 0, but “call_limit” sets a limit; it has to be a whole"
                " number from 1 to 8."
            ),
        ),
        (
            {"call_limit_count": 3},
            "“call_limit_count” is 3, but “call_limit” sets no limit; it has to be 0.",
        ),
    ],
)
def test_a_problem_says_what_is_wrong_and_what_is_allowed(
    changes: dict[str, object], said: str
) -> None:
    assert trouble(**changes) == (said,)


def test_a_missing_option_says_what_it_has_to_be() -> None:
    short = {key: value for key, value in VALUES.items() if key != "viewing"}
    assert rules_trouble(ENGLISH, RulesError(tuple(check_rules(short)))) == (
        '“viewing” is missing; it has to be "always", "with_other_yaku" or "never".',
    )


@pytest.mark.parametrize("code", ProblemCode)
def test_every_problem_has_a_sentence(code: ProblemCode) -> None:
    said = rules_problem(ENGLISH, RulesProblem(code, "rounds", 3, "1-12"))
    others = [
        rules_problem(ENGLISH, RulesProblem(other, "rounds", 3, "1-12"))
        for other in ProblemCode
        if other is not code
    ]
    assert said.endswith(".")
    assert said not in others


def test_all_problems_are_told_at_once() -> None:
    assert len(trouble(goko=51, family="all", quidditch=1)) == 3


def test_options_under_a_table_are_told_to_go_to_the_top(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[mine]\n" + rules_to_toml(STANDARD), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load_rules(file)
    assert rules_trouble(ENGLISH, caught.value) == (
        "A rules file has its options at the top level; take out the line [mine] above them.",
    )


def test_a_file_of_several_rulesets_is_told_to_hold_one(tmp_path: Path) -> None:
    file = tmp_path / "presets.toml"
    file.write_text("[one]\ngoko = 1\n[two]\ngoko = 2\n", encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load_rules(file)
    assert rules_trouble(ENGLISH, caught.value) == (
        (
            "A rules file has the options of one set of rules at the top level; this one has 2"
            " tables: one and two."
        ),
    )


def test_a_table_beside_the_options_is_an_unknown_option() -> None:
    assert trouble(quidditch={"goko": 1}) == ("There is no option “quidditch”; take it out.",)


def test_an_empty_file_and_a_wrong_key_are_no_matter_of_tables() -> None:
    for values in ({}, {"goku": 1}):
        said = rules_trouble(ENGLISH, RulesError(tuple(check_rules(values))))
        assert len(said) == len(OPTIONS) + len(values)


def test_an_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(UnknownPreset) as caught:
        resolve_rules("nintndo")
    assert rules_trouble(ENGLISH, caught.value) == (
        (
            "No rules are called “nintndo”; there are standard, nintendo, wikipedia, koikoi-japan,"
            " fuda-wiki and yakuza, or the path of a rules file."
        ),
    )


def test_a_file_that_cannot_be_read_is_named_with_the_cause(tmp_path: Path) -> None:
    missing, broken = tmp_path / "no.toml", tmp_path / "b.toml"
    broken.write_bytes(b"\xff")
    for file, cause in ((missing, "No such file or directory"), (broken, "not UTF-8 text")):
        with pytest.raises((OSError, ValueError)) as caught:
            resolve_rules(str(file))
        (said,) = rules_trouble(ENGLISH, caught.value)  # type: ignore[arg-type]
        assert said.startswith("The rules file “")
        assert file.name in said
        assert cause in said


@given(
    key=st.text(max_size=100),
    value=st.one_of(st.text(max_size=100), st.integers(), st.lists(st.integers())),
)
def test_what_a_file_holds_is_shown_on_one_printable_line(key: str, value: object) -> None:
    for said in trouble(**{key: value, "goko": value}):
        assert said.isprintable()
        assert len(said) < 300


@given(st.text())
def test_shown_text_is_printable_and_short(text: str) -> None:
    assert shown(text).isprintable()
    assert len(shown(text)) <= 60
    if text.isprintable() and len(text) <= 60:
        assert shown(text) == text


def test_an_unknown_language_names_the_known_ones() -> None:
    assert language_trouble(ENGLISH, UnknownLanguage("xx\n", ("en", "ja"))) == (
        "There is no language “xx\\n”; there are en and ja."
    )
