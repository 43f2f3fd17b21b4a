"""A trained network as a torch module: it answers as the agent does, and what gradient steps made of it comes back."""

import tempfile
from pathlib import Path

import numpy as np
import torch

import holotable as ht
from holotable.torch import PolicyValueNet

SMALL = {"total_steps": 4096, "num_envs": 32, "rollout_steps": 32, "minibatch_size": 256, "eval_games": 40}


def agrees(net: PolicyValueNet, agent: ht.Agent, game: ht.Game) -> None:
    """Probabilities and values of the module are the agent's, along a random game."""
    rng, state = np.random.default_rng(3), game.new_state(3)
    while not state.is_terminal():
        legal = state.legal_actions()
        inputs = [agent.features(state), agent.prior(state)]
        logits, value = net(*(None if x is None else torch.from_numpy(x)[None] for x in inputs))
        shares, score = agent.analyse(state)
        probabilities = torch.softmax(logits[0, legal], 0).detach().numpy()
        assert np.allclose(probabilities, shares[legal], atol=1e-5)
        assert abs(value.sigmoid().item() - score) < 1e-5
        state.apply(int(rng.choice(legal)))


def main() -> None:
    for name in ("dark_side_rising", "rebellion_combat"):
        game, folder = ht.Game(name), Path(__file__).parents[2] / "checkpoints" / name
        agrees(PolicyValueNet.load(folder), ht.load_agent("ppo", game), game)
    with tempfile.TemporaryDirectory() as place:
        run = ht.train({**SMALL, "game": "rebellion_combat", "expert_prior": True}, f"{place}/run")
        net = PolicyValueNet.load(run)
        game = net.checkpoint.game
        agent = ht.load_agent(run.best, game)
        agrees(net, agent, game)
        # One step towards the first legal action of a position.
        state = game.new_state(5)
        observation, prior = (torch.from_numpy(x)[None] for x in (agent.features(state), agent.prior(state)))
        first = state.legal_actions()[0]
        optimiser = torch.optim.Adam(net.parameters(), lr=1e-2)
        before = agent.analyse(state)[0][first]
        logits, _ = net(observation, prior)
        torch.nn.functional.cross_entropy(logits[:, state.legal_actions()], torch.tensor([0])).backward()
        optimiser.step()
        net.save(f"{place}/tuned")
        tuned = ht.load_agent(f"{place}/tuned", game)
        agrees(net, tuned, game)
        assert tuned.analyse(state)[0][first] >= before
        assert ht.train(
            {**SMALL, "game": "rebellion_combat", "expert_prior": True}, f"{place}/on", start_from=f"{place}/tuned"
        ).finished
        report = ht.tournament(game, {"module": net_of(net), "random": "random"}, games=10)
        assert len(report.agents) == 2
    print("torch: the module answers as the agent does, and comes back")


def net_of(net: PolicyValueNet):
    """The module as an agent of one's own: the likeliest legal action."""
    agent = ht.load_agent(net.checkpoint.folder, net.checkpoint.game)

    def act(state: ht.State) -> int:
        logits, _ = net(torch.from_numpy(agent.features(state))[None], torch.from_numpy(agent.prior(state))[None])
        legal = state.legal_actions()
        return legal[int(logits[0, legal].argmax())]

    return act


if __name__ == "__main__":
    main()
