r"""The rounds of AdaBoost (report 001, section 2.4).

Boosting adds weak rules :math:`h_t(x) \in \{-1, +1\}` up to one strong score

.. math:: F(x) = \sum_{t=1}^T \alpha_t h_t(x), \qquad \hat y = \operatorname{sign} F(x)

and trains each rule on weights that grow where the rules before it were wrong:

.. math::
    \epsilon_t = \sum_{i: h_t(x_i) \ne y_i} w_i, \qquad
    \alpha_t = \frac{1}{2} \ln \frac{1 - \epsilon_t}{\epsilon_t}, \qquad
    w_i \leftarrow \frac{w_i e^{-\alpha_t y_i h_t(x_i)}}{Z_t} .

So every round multiplies the mean exponential loss
:math:`E = \sum_i w_i^{(0)} e^{-y_i F(x_i)}`, which boosting lowers, by :math:`Z_t`.

Symbols: X (n, d) samples, dense or sparse; y (n,) labels, -1 or +1; w (n,) weights of
sum 1, :math:`w^{(0)}` those of the start; T rounds.
Source: Freund & Schapire (1997), J. Comput. Syst. Sci. 55(1), 119-139.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.checks import check_signs
from mlcourse.models.base_learner import Learn, Rule
from mlcourse.models.stump import EPS, ROUNDING


class Round(NamedTuple):
    """What one round leaves behind; a picture replays a list of these."""

    k: int  # t, from 1 on
    rule: Rule  # h_t
    objective: float  # E after this round
    error: float  # epsilon_t
    alpha: float  # alpha_t
    weights: Array  # (n,), those that epsilon_t is measured with


def boost(
    learn: Learn,
    X: Any,
    y: Array,
    n_estimators: int,
    w: Array | None = None,
    learning_rate: float = 1.0,
    tries: int = 1,
) -> Iterator[Round]:
    r"""Yield the rounds of AdaBoost, by the formulas of this module.

    `learn` takes weights (n,) and returns a rule; `w` are the weights to start from,
    1/n each if None; `learning_rate` multiplies every alpha. Training ends early

    - when :math:`\epsilon \ge 1/2` (to 12 decimals), without that rule; a `learn`
      that is random gets a number of tries;
    - after a rule with :math:`\epsilon = 0`, which gets the :math:`\alpha` of
      :math:`\epsilon = 2^{-52}`, about 18, as the formula's is infinite.

    >>> from mlcourse.models.stump import StumpSearch
    >>> X = np.arange(10.0)[:, None]
    >>> y = np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1])
    >>> for r in boost(StumpSearch(X, y).best, X, y, n_estimators=2):
    ...     print(r.rule, round(r.error, 4), round(r.alpha, 4))
    Stump(feature=0, threshold=2.5, below=1.0, above=-1.0) 0.3 0.4236
    Stump(feature=0, threshold=8.5, below=1.0, above=-1.0) 0.2143 0.6496
    """
    check_signs("y", y)
    w = np.full(len(y), 1 / len(y)) if w is None else w / w.sum()  # (n,)
    loss = 1.0  # at F = 0
    for k in range(1, n_estimators + 1):
        for _ in range(tries):
            rule = learn(w)
            margin = y * rule(X)  # (n,), -1 where the rule is wrong
            error = float(w[margin < 0].sum())
            if error < 0.5 - ROUNDING:
                break
        else:
            return
        alpha = learning_rate * 0.5 * float(np.log((1 - error) / max(error, EPS)))
        with np.errstate(over="ignore"):
            new = w * np.exp(-alpha * margin)
        Z = new.sum()
        if not np.isfinite(Z):
            raise ValueError(
                f"learning_rate={learning_rate} is too large: the weights overflow in "
                f"round {k}. Choose a smaller one; 1 is AdaBoost's own."
            )
        loss *= float(Z)
        yield Round(k, rule, loss, error, alpha, w)
        if error == 0:
            return
        w = new / Z
