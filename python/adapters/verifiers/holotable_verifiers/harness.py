"""The program of the model's seat: each turn sends the whole conversation to the model once. It starts no process."""

import functools
import ssl
from typing import Any

import verifiers.v1 as vf
from openai import APIError, AsyncOpenAI, DefaultAsyncHttpxClient
from verifiers.v1.dialects.chat import message_to_wire


class ChatHarnessConfig(vf.HarnessConfig):
    """The fields of every harness; this one starts no program, so ``env`` has no effect."""


class ChatHarness(vf.Harness[ChatHarnessConfig]):
    """A chat without tools. It needs neither a sandbox nor an installation."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
        **_: Any,
    ) -> vf.ProgramResult:
        """One answer of the model to the conversation in ``data``. An error of the endpoint is an exit code of 1.

        Args:
            ctx: the name of the model.
            trace: not used, the server behind ``endpoint`` writes it.
            runtime: not used.
            endpoint: the address that records what the model is asked.
            secret: its key.
            mcp_urls: not used, there are no tools.
            data: the system prompt and the conversation.
        """
        system, prompt = self.resolve_prompt(data)
        messages: list[Any] = [{"role": "system", "content": system}] if system else []
        if isinstance(prompt, str):
            messages.append({"role": "user", "content": prompt})
        else:
            messages += [message_to_wire(message) for message in prompt or []]
        http = DefaultAsyncHttpxClient(verify=trusted())
        async with AsyncOpenAI(base_url=endpoint, api_key=secret, timeout=None, http_client=http) as client:
            try:
                await client.chat.completions.create(model=ctx.model, messages=messages)
            except APIError as error:
                return vf.ProgramResult(exit_code=1, stdout="", stderr=str(error))
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


@functools.cache
def trusted() -> ssl.SSLContext:
    """The authorities that connections trust, read once: each turn opens a connection of its own."""
    return ssl.create_default_context()
