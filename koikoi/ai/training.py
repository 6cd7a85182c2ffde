"""Makes the weights of the value network, from nothing: self-play, and lessons from it.

One process plays, another learns; the player always plays with the weights of one generation
before, so that the course does not depend on which of them is faster. A course is determined by
its seed and its plan, up to the rounding of the machine's matrix products, and can be stopped and
resumed between generations. Needs torch (the extra ``train``).
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from koikoi.ai.features import (
    FIGURES,
    LOOKUPS,
    TABLE_ROWS,
)
from koikoi.ai.months import month_places
from koikoi.ai.network import ARRAYS, Network
from koikoi.ai.outcomes import CLASSES
from koikoi.ai.piles import Floats
from koikoi.ai.plan import Plan
from koikoi.ai.rulesets import varied_rules
from koikoi.ai.rulesight import RULE_FIGURES, rule_figures
from koikoi.ai.selfplay import Lessons, lessons
from koikoi.engine.presets import preset

MOST_TOTAL: Final = 32_000
"""What the sum of a position's look-ups may come to in whole steps: a 16-bit number holds it."""


class Harvest(NamedTuple):
    """A generation's lessons, one part for each set of rules."""

    parts: tuple[tuple[Floats, Lessons], ...]
    rounds: int
    seconds: float


def _follow_parent() -> None:
    """Has this process end with the one that started it, which may be killed."""

    def wait() -> None:
        parent = parent_process()
        assert parent is not None  # this runs in started processes only
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def play_generation(network: Network, plan: Plan, generation: int) -> Harvest:
    """Plays a generation's rounds with this network."""
    start = time.perf_counter()
    parts = []
    rounds = 0
    manner = plan.manner(generation)
    for number in range(plan.batches):
        rng = np.random.default_rng([plan.seed, generation, number])
        if plan.only is not None:
            rules = plan.only
        elif number < len(plan.fixed):
            rules = preset(plan.fixed[number])
        elif number < plan.batches - plan.varied:
            turn = 2 * generation + number - len(plan.fixed)
            rules = preset(plan.turns[turn % len(plan.turns)])
        else:
            rules = varied_rules(rng)
        found, played = lessons(network.under(rules), rules, plan.rounds, manner, rng)
        parts.append((rule_figures(rules), found))
        rounds += played
    return Harvest(tuple(parts), rounds, time.perf_counter() - start)


class Model(nn.Module):
    """The network with gradients; its parameters become the arrays of :class:`Network`.

    A month's row of the table is learnt as a sum: a part of its own, and one for each of its cards
    by where it lies, so that rare rows know something from the start.
    """

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        first, second, context = plan.first, plan.second, plan.context

        def drawn(rows: int, columns: int, scale: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(rows, columns) * scale)

        def zeros(*shape: int) -> nn.Parameter:
            return nn.Parameter(torch.zeros(*shape))

        self.own = drawn(TABLE_ROWS, first, 0.02)
        self.cards = drawn(48 * 5, first, 0.12)
        self.figures = drawn(FIGURES, first, 0.1)
        self.second = drawn(first, second, (2 / first) ** 0.5)
        self.second_bias = zeros(second)
        self.third = drawn(second, CLASSES, 0.5 / second**0.5)
        self.third_bias = zeros(CLASSES)
        self.rules = drawn(RULE_FIGURES, context, 0.2)
        self.rules_bias = zeros(context)
        self.first_shift = drawn(context, first, 0.02)
        self.first_scale = zeros(context, first)
        self.second_shift = zeros(context, second)
        self.second_scale = zeros(context, second)
        self.third_shift = zeros(context, CLASSES)
        places = torch.from_numpy(month_places()).long()
        self.register_buffer("places", places, persistent=False)

    def table(self) -> Tensor:
        """The whole table of look-ups."""
        places: Tensor = self.get_buffer("places")
        by_card = nn.functional.embedding_bag(places, self.cards, mode="sum")
        return torch.cat((self.own[: len(places)] + by_card, self.own[len(places) :]))

    def forward(self, rows: Tensor, figures: Tensor, rules: Tensor, of: Tensor) -> Tensor:
        """The logits of the classes.

        Args:
            rows: Look-ups, ``(n, LOOKUPS)``.
            figures: Figures, ``(n, FIGURES)``.
            rules: The figures of each set of rules, ``(k, RULE_FIGURES)``.
            of: Under which of these each position is, ``(n,)``.
        """
        context = torch.relu(rules @ self.rules + self.rules_bias)
        hidden = nn.functional.embedding_bag(rows, self.table(), mode="sum")
        hidden = torch.relu(hidden + figures @ self.figures + (context @ self.first_shift)[of])
        hidden = hidden * (1 + context @ self.first_scale)[of]
        hidden = hidden @ self.second + self.second_bias + (context @ self.second_shift)[of]
        hidden = torch.relu(hidden) * (1 + context @ self.second_scale)[of]
        return hidden @ self.third + self.third_bias + (context @ self.third_shift)[of]

    def frozen(self) -> Network:
        """The weights as numpy has them."""
        with torch.no_grad():
            table = self.table().numpy()
            arrays = {
                name: getattr(self, name).detach().numpy().copy()
                for name in ARRAYS
                if hasattr(self, name)
            }
        # Training plays in floating point, which needs no measure of the layers' values.
        tops = {
            "first_top": np.ones(self.second.shape[0], np.float32),
            "second_top": np.ones(self.second.shape[1], np.float32),
        }
        return Network(*in_steps(table), {**arrays, **tops})


def in_steps(table: Floats) -> tuple[npt.NDArray[np.int16], float]:
    """The table in whole steps such that no sum of look-ups can exceed ``MOST_TOTAL`` of them."""
    most = float(np.abs(table).max()) * LOOKUPS
    unit = max(most / MOST_TOTAL, 1e-6)
    return np.rint(table / unit).astype(np.int16), unit


@dataclass
class Report:
    """How a course stands after a generation.

    Attributes:
        generation: Generations done.
        rounds: Rounds played so far.
        lessons: Lessons learnt from so far.
        loss: The mean cross-entropy of the generation's steps, in nats.
        seconds: How long the course has taken so far.
        playing: Seconds that the generation's play took.
        learning: Seconds that its learning took.
    """

    generation: int
    rounds: int = 0
    lessons: int = 0
    loss: float = 0.0
    seconds: float = 0.0
    playing: float = 0.0
    learning: float = 0.0


@dataclass
class Course:
    """A training course between two generations.

    Attributes:
        plan: What is to be done.
        model: The weights being learnt.
        average: Their running mean, which plays and is kept.
        adam: The optimiser.
        memory: The last generations' lessons.
        player: The network that plays the next generation, ``None`` before the first.
        report: How it stands.
    """

    plan: Plan
    model: Model
    average: Model
    adam: torch.optim.Adam
    memory: deque[Harvest]
    player: Network | None = None
    report: Report = field(default_factory=lambda: Report(0))

    @classmethod
    def new(cls, plan: Plan) -> Course:
        """The beginning of a course."""
        torch.manual_seed(plan.seed)
        model = Model(plan)
        average = Model(plan)
        average.load_state_dict(model.state_dict())
        adam = torch.optim.Adam(model.parameters(), lr=plan.rate)
        return cls(plan, model, average, adam, deque(maxlen=plan.memory))

    def save(self, path: Path) -> None:
        """Writes everything that is needed to go on; a crash leaves the file before."""
        beside = path.with_suffix(".new")
        state = {
            "plan": self.plan,
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "adam": self.adam.state_dict(),
            "memory": [tuple(harvest) for harvest in self.memory],
            "player": None if self.player is None else _parts(self.player),
            "report": asdict(self.report),
        }
        torch.save(state, beside)
        beside.replace(path)

    @classmethod
    def resumed(cls, path: Path) -> Course:
        """A course from where :meth:`save` left it."""
        state: dict[str, Any] = torch.load(path, weights_only=False)
        course = cls.new(state["plan"])
        course.model.load_state_dict(state["model"])
        course.average.load_state_dict(state["average"])
        course.adam.load_state_dict(state["adam"])
        course.memory.extend(Harvest(*parts) for parts in state["memory"])
        course.player = None if state["player"] is None else Network(*state["player"])
        course.report = Report(**state["report"])
        return course

    def run(self, until: Callable[[], bool] = lambda: False) -> Iterator[Report]:
        """Goes on to the end of the plan, or until somebody wants it to stop.

        Yields:
            A report after every generation.
        """
        began = time.perf_counter() - self.report.seconds
        with ProcessPoolExecutor(1, get_context("spawn"), _follow_parent) as player:
            ahead: Future[Harvest] | None = None
            while self.report.generation < self.plan.generations and not until():
                generation = self.report.generation
                if ahead is None:
                    self.player = self.player or self.average.frozen()
                    ahead = player.submit(play_generation, self.player, self.plan, generation)
                harvest = ahead.result()
                if generation + 1 < self.plan.generations:
                    # The next one is played while this one is learnt from.
                    self.player = self.average.frozen()
                    ahead = player.submit(play_generation, self.player, self.plan, generation + 1)
                self._learn(harvest)
                self.report.seconds = time.perf_counter() - began
                yield replace(self.report)

    def _learn(self, harvest: Harvest) -> None:
        start = time.perf_counter()
        plan, report = self.plan, self.report
        self.memory.append(harvest)
        rate = plan.rate_at(report.generation)
        for group in self.adam.param_groups:
            group["lr"] = rate
        new = sum(len(part.rows) for _, part in harvest.parts)
        steps = max(1, round(new * plan.reuse / plan.batch))
        rng = np.random.default_rng([plan.seed, report.generation, 1 << 20])
        losses = [self._step(batch) for batch in self._batches(steps, rng)]
        report.generation += 1
        report.rounds += harvest.rounds
        report.lessons += steps * plan.batch
        report.loss = float(np.mean(losses))
        report.playing = harvest.seconds
        report.learning = time.perf_counter() - start

    def _batches(
        self, steps: int, rng: np.random.Generator
    ) -> Iterator[tuple[Tensor, Tensor, Tensor, Tensor, Tensor]]:
        parts = [part for harvest in self.memory for part in harvest.parts]
        rules = torch.from_numpy(np.stack([figures for figures, _ in parts]))
        rows = np.concatenate([part.rows for _, part in parts])
        figures = np.concatenate([part.figures for _, part in parts])
        targets = np.concatenate([part.targets for _, part in parts])
        of = np.repeat(np.arange(len(parts)), [len(part.rows) for _, part in parts])
        for _ in range(steps):
            picked = rng.integers(0, len(rows), self.plan.batch)
            yield (
                torch.from_numpy(rows[picked].astype(np.int32)),
                torch.from_numpy(figures[picked].astype(np.float32)),
                rules,
                torch.from_numpy(of[picked]),
                torch.from_numpy(targets[picked].astype(np.float32)),
            )

    def _step(self, batch: tuple[Tensor, Tensor, Tensor, Tensor, Tensor]) -> float:
        rows, figures, rules, of, targets = batch
        logits = self.model(rows, figures, rules, of)
        loss = -(targets * torch.log_softmax(logits, 1)).sum(1).mean()
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        self.adam.step()
        # At first the mean follows closely, so that it does not remember the random start.
        steps_done = self.report.lessons // self.plan.batch + 1
        decay = min(self.plan.averaging, 1 - 1 / (1 + steps_done / 10))
        with torch.no_grad():
            for mean, now in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(now, 1 - decay)
        return float(loss.detach())


def _parts(network: Network) -> tuple[npt.NDArray[np.int16], float, dict[str, Floats]]:
    return network.table, network.unit, network.arrays
