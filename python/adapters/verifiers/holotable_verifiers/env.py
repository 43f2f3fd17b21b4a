"""The rollout: the game is the user of the conversation, and the model answers for one seat."""

import asyncio

import verifiers.v1 as vf

from .taskset import GameTask, text_env


class GameEnvConfig(vf.SingleAgentEnvConfig):
    """One agent, which runs beside the games and in no sandbox: it answers in text and executes nothing."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class GameEnv(vf.SingleAgentEnv, vf.Env[GameEnvConfig]):  # pyright: ignore[reportGeneralTypeIssues]
    """Plays one game for each rollout. Games step on threads, so that rollouts go on beside each other."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """One game, to its end or until the model may not go on.

        Args:
            task: a :class:`GameTask`, the game and its seed.
            agents: the one with the name ``agent`` plays.
        """
        assert isinstance(task, GameTask)
        game = text_env(task.data.model_dump())
        await asyncio.to_thread(game.reset, seed=task.data.seed)
        assert game.state is not None
        over = game.state.is_terminal()
        async with agents.agent.interaction(task) as interaction:
            noted = {"decisions": 0, "illegal_answers": 0, "forfeits": 0, "result": None}
            interaction.trace.info["game"] = noted
            if over:
                noted["result"] = game.state.returns()[task.data.seat]
            message = None
            while not over:
                segment = await interaction.turn(message)
                if segment.terminated:
                    break
                message, reward, over, _, info = await asyncio.to_thread(game.step, segment.last_reply)
                noted["illegal_answers"] += info["error"] is not None
                noted["decisions"] += info["action"] is not None
                if over:
                    noted.update(forfeits=int(info["forfeit"] is not None), result=reward, ending=message.splitlines()[-1])
