"""What a course of training is to be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from koikoi.ai.selfplay import Manner
from koikoi.engine.rules import Rules


@dataclass(frozen=True)
class Plan:
    """A course of training.

    Attributes:
        generations: How many generations of rounds are played.
        rounds: How many rounds a batch has.
        fixed: The presets of which every generation plays a batch.
        turns: Presets of which every generation plays two batches, in turn.
        varied: How many batches are under rules made by chance.
        first: The width of the first layer.
        second: The width of the second layer.
        context: The width of the rules' layer.
        batch: Lessons in a step.
        reuse: How often each lesson is learnt from, on average.
        memory: The generations that lessons are drawn from.
        rate: The learning rate at the start.
        last_rate: The learning rate at the end.
        hold: The share of the course for which the first rate is held.
        averaging: The decay of the running mean of the weights, a step.
        temperature: The noise of play at the start and at the end, in points.
        trace: λ at first and in the second half.
        seed: Where all chance comes from.
        only: The only rules to train under; then the presets and varied rules are left out.
    """

    generations: int = 1500
    rounds: int = 512
    fixed: tuple[str, ...] = ("standard", "nintendo")
    turns: tuple[str, ...] = ("wikipedia", "koikoi-japan", "fuda-wiki", "yakuza")
    varied: int = 4
    first: int = 256
    second: int = 128
    context: int = 64
    batch: int = 2048
    reuse: float = 1.5
    memory: int = 6
    rate: float = 1e-3
    last_rate: float = 2e-5
    hold: float = 0.3
    averaging: float = 0.999
    temperature: tuple[float, float] = (0.25, 0.05)
    trace: tuple[float, float] = (0.8, 0.6)
    seed: int = 1
    only: Rules | None = None

    def changed(self, **values: Any) -> Plan:
        """The plan with other values."""
        return replace(self, **values)

    @property
    def batches(self) -> int:
        """Batches a generation."""
        return len(self.fixed) + (2 if self.turns else 0) + self.varied

    def manner(self, generation: int) -> Manner:
        """How a generation plays."""
        done = generation / self.generations
        hot, cold = self.temperature
        return Manner(
            trace=self.trace[0] if done < 0.5 else self.trace[1],
            temperature=hot + (cold - hot) * done,
            straying=0.04 - 0.03 * done,
        )

    def rate_at(self, generation: int) -> float:
        """The learning rate of a generation."""
        done = generation / self.generations
        if done < self.hold:
            return self.rate
        left = 1 - (done - self.hold) / (1 - self.hold)
        return self.last_rate + (self.rate - self.last_rate) * left
