"""PPO's formulas once more, in NumPy and from the papers, to pin the numbers of the Rust ones.

`python ppo_oracle.py` writes the files of FILES: inputs and the results expected of them.
"""

import json
import pathlib

import numpy as np

AGENTS = pathlib.Path(__file__).resolve().parents[2] / "agents"
# The files, each with its cases: advantages are of a rollout, all else is of a learner.
FILES = {
    AGENTS / "tests" / "golden" / "gae.json": ["gae", "team_gae"],
    AGENTS / "net" / "tests" / "golden" / "ppo.json": [
        "log_probs", "entropy", "policy", "value", "explained_variance", "normalised", "adam", "clip_norm",
    ],
}  # fmt: skip


def softmax(logits, legal):
    """Probabilities over the legal actions, 0 elsewhere."""
    p = np.zeros_like(logits)
    for row, (x, m) in enumerate(zip(logits, legal, strict=True)):
        e = np.exp(x[m] - x[m].max())
        p[row, m] = e / e.sum()
    return p


def entropy(logits, legal):
    """-sum p ln p over the legal actions of each row."""
    return np.array([-(p[m] * np.log(p[m])).sum() for p, m in zip(softmax(logits, legal), legal, strict=True)])


def policy(new, old, advantage, clip):
    """arXiv:1707.06347, equation 7, with a minus since it is minimised; and the usual figures."""
    ratio = np.exp(new - old)
    kept = np.minimum(np.maximum(ratio, 1 - clip), 1 + clip)
    terms = [min(r * a, k * a) for r, k, a in zip(ratio, kept, advantage, strict=True)]
    # Schulman's third estimator of the divergence, http://joschu.net/blog/kl-approx.html
    kl = np.mean(ratio - 1 - np.log(ratio))
    return {"loss": -np.mean(terms), "approx_kl": kl, "clip_fraction": np.mean(np.abs(ratio - 1) > clip)}


def policy_slope(new, old, advantage, clip):
    """The derivative of the loss by each new log-probability, by finite differences."""
    slopes = []
    for i in range(len(new)):
        step = np.zeros_like(new)
        step[i] = 1e-6
        up, down = (policy(new + sign * step, old, advantage, clip)["loss"] for sign in (1, -1))
        slopes.append((up - down) / 2e-6)
    return np.array(slopes)


def value(logits, targets):
    """The cross-entropy of chances to what they should be, and its derivative by each logit."""
    # ln p and ln (1 - p), which a probability next to 0 or 1 would have rounded away.
    yes, no = -np.logaddexp(0, -logits), -np.logaddexp(0, logits)
    return {"loss": -(targets * yes + (1 - targets) * no), "slope": np.exp(yes) - targets}


def gae(rewards, values, ends, cut_values, last, gamma, lam):
    """arXiv:1506.02438, equation 16, summed out directly: A_t = sum_k (gamma lambda)^k delta_{t+k}.

    `ends[t]` is 0 when the game goes on, 1 when it ended, 2 when it was cut at a state worth cut_values[t].
    """
    n = len(rewards)
    deltas = []
    for t in range(n):
        following = {0: values[t + 1] if t + 1 < n else last, 1: 0.0, 2: cut_values[t]}[ends[t]]
        deltas.append(rewards[t] + gamma * following - values[t])
    result = []
    for t in range(n):
        total, k = 0.0, 0
        while True:
            total += (gamma * lam) ** k * deltas[t + k]
            if ends[t + k] != 0 or t + k + 1 == n:
                break
            k += 1
        result.append(total)
    return np.array(result)


def team_gae(teams, rewards, values, ends, cut_values, last, last_team, gamma, lam):
    """Each team's decisions as a trajectory of their own; None where it is not known what followed."""
    n = len(teams)
    result = [None] * n
    for team in range(len(rewards[0])):
        mine = [t for t in range(n) if teams[t] == team]
        for i, t in enumerate(mine):
            # Everything earned until my next decision, or until the game ends.
            stop = mine[i + 1] if i + 1 < len(mine) else n
            earned, end, at = 0.0, 0, None
            for u in range(t, stop):
                earned += rewards[u][team]
                if ends[u] != 0:
                    end, at = ends[u], u
                    break
            mine[i] = (t, earned, end, at)
        for i, (t, *_rest) in enumerate(mine):
            total, weight, known = 0.0, 1.0, True
            for j in range(i, len(mine)):
                u, earned, end, at = mine[j]
                if end == 1:
                    following = 0.0
                elif end == 2:
                    following = cut_values[at] if teams_at_cut[at] == team else None
                elif j + 1 < len(mine):
                    following = values[mine[j + 1][0]]
                else:
                    following = last if last_team == team else None
                if following is None:
                    known = j > i
                    break
                total += weight * (earned + gamma * following - values[u])
                weight *= gamma * lam
                if end != 0:
                    break
            result[t] = total if known else None
    return result


# In the example of two teams the game is cut where team 1 would decide.
teams_at_cut = {7: 1}


def explained_variance(values, targets):
    return 1 - np.var(targets - values) / np.var(targets)


def normalised(x):
    return (x - x.mean()) / (x.std(ddof=1) + 1e-8)


def adam(weights, gradients, rate, steps):
    """arXiv:1412.6980, algorithm 1, epsilon 1e-5."""
    m, v = np.zeros_like(weights), np.zeros_like(weights)
    for t in range(1, steps + 1):
        g = gradients[t - 1]
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        weights = weights - rate * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-5)
    return {"weights": weights, "mean": m, "square": v}


def clip_norm(gradients, most):
    norm = np.sqrt(sum((g**2).sum() for g in gradients))
    return {"norm": norm, "gradients": [g * min(1.0, most / (norm + 1e-6)) for g in gradients]}


def golden():
    """All cases: inputs and what is expected."""
    logits = np.array([[0.3, -1.2, 2.0, 0.0], [5.0, 1.0, 1.0, -3.0], [0.0, 0.0, 0.0, 0.0]])
    legal = np.array([[True, True, False, True], [False, True, True, True], [False, True, False, False]])
    with np.errstate(divide="ignore"):
        logs = np.log(softmax(logits, legal))
    # Ratios below, inside and above the clip range, each with both signs of the advantage.
    old = np.log(np.array([0.2, 0.2, 0.5, 0.5, 0.4, 0.4]))
    new = np.log(np.array([0.1, 0.1, 0.55, 0.45, 0.7, 0.7]))
    advantage = np.array([1.5, -0.7, 0.4, -1.1, 2.0, -0.3])
    value_logits, value_targets = np.array([0.0, 2.0, -3.5, 0.3, 40.0, -40.0]), np.array([0.5, 1.0, 0.25, 0.0, 1.0, 0.1])
    estimates, returns = np.array([0.5, -0.2, 0.9, 0.1]), np.array([1.0, -1.0, 0.2, 0.3])
    one = {
        "rewards": [0.1, 0.0, 1.0, 0.0, -0.2, 0.0, 0.3],
        "values": [0.5, 0.4, 0.7, -0.1, 0.2, 0.3, 0.1],
        "ends": [0, 0, 1, 0, 2, 0, 0],
        "cut_values": [0, 0, 0, 0, 0.8, 0, 0],
        "last": 0.25,
        "gamma": 0.97,
        "lam": 0.9,
    }
    two = {
        "teams": [0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1],
        "rewards": [[0, 0]] * 4 + [[1, -1]] + [[0.1, -0.1]] * 2 + [[0, 0]] * 4,
        "values": [0.1, 0.2, -0.3, 0.4, -0.5, 0.6, 0.05, 0.15, -0.25, 0.35, 0.45],
        "ends": [0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0],
        "cut_values": [0, 0, 0, 0, 0, 0, 0, -0.4, 0, 0, 0],
        "last": 0.55,
        "last_team": 0,
        "gamma": 0.95,
        "lam": 0.8,
    }
    weights = np.array([0.5, -1.0, 2.0])
    gradients = [np.array([0.1, -0.2, 0.0]), np.array([0.3, 0.1, -1e-4])]
    return plain({
        "log_probs": {"logits": logits, "legal": legal, "expected": np.where(legal, logs, 0.0)},
        "entropy": {"logits": logits, "legal": legal, "expected": entropy(logits, legal)},
        "policy": {
            "new": new, "old": old, "advantage": advantage, "clip": 0.2,
            "expected": {**policy(new, old, advantage, 0.2), "slope": policy_slope(new, old, advantage, 0.2)},
        },
        "value": {
            "logits": value_logits, "targets": value_targets, "expected": value(value_logits, value_targets),
        },
        "explained_variance": {
            "values": estimates, "targets": returns, "expected": explained_variance(estimates, returns),
        },
        "normalised": {"x": advantage, "expected": normalised(advantage)},
        "gae": {**one, "expected": gae(**one)},
        "team_gae": {**two, "cut_teams": teams_at_cut, "expected": team_gae(**two)},
        "adam": {
            "weights": weights, "gradients": gradients, "rate": 0.01,
            "expected": [adam(weights, gradients, 0.01, steps) for steps in (1, 2)],
        },
        "clip_norm": {
            "gradients": gradients,
            "expected": {"above": clip_norm(gradients, 0.1), "below": clip_norm(gradients, 10.0)},
        },
    })  # fmt: skip


def plain(x):
    """Arrays as lists, so that JSON takes them."""
    if isinstance(x, dict):
        return {str(k): plain(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [plain(v) for v in x]
    if isinstance(x, (np.ndarray, np.generic)):
        return plain(x.tolist())
    return x


if __name__ == "__main__":
    cases = golden()
    for file, names in FILES.items():
        lines = (f"{json.dumps(name)}: {json.dumps(cases[name])}" for name in names)
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n")
