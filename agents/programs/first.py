"""An agent that is a program: it plays the first legal action whose words it likes, else the first of all. See ../PROGRAMS.md."""

import json
import sys

LIKED = ("attack", "damage", "assign", "play")


def choose(question: dict) -> int:
    """The number of a legal action."""
    for action in question["actions"]:
        if any(word in action["words"] for word in LIKED):
            return action["action"]
    return question["legal"][0]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        print(json.dumps({"id": message["id"], "action": choose(message)}), flush=True)
