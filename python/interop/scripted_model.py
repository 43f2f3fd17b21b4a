"""Stands for a language model: a function of the conversation, and a server with its answers in the protocol of OpenAI."""

import contextlib
import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NONSENSE = "I would rather not say"


def answer(model: str, prompts: Sequence[str]) -> str:
    """What a model says to the last of its prompts.

    Args:
        model: ``careful`` takes the last legal action, ``sloppy`` says nonsense to every third prompt, ``silent`` to all.
        prompts: all prompts of the conversation.
    """
    if model == "silent" or (model == "sloppy" and len(prompts) % 3 == 0):
        return NONSENSE
    last = prompts[-1].rpartition("Legal actions:\n")[2].rstrip().splitlines()[-1]
    return json.dumps({"action": last.removeprefix("- ").split("  (")[0]})


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The address of a server, on this computer only, that answers chats for all models of :func:`answer`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Chats)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


class Chats(BaseHTTPRequestHandler):
    """Answers ``POST /v1/chat/completions``."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """One answer, without a stream."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompts = [message["content"] for message in asked["messages"] if message["role"] == "user"]
        said = {"role": "assistant", "content": answer(asked["model"], prompts)}
        whole = {
            "id": "scripted",
            "object": "chat.completion",
            "created": 0,
            "model": asked["model"],
            "choices": [{"index": 0, "message": said, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
        body = json.dumps(whole).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing."""
