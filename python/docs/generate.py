"""Writes what the pages show of each game: pictures, layout, components. Run before Sphinx, with the wheel installed."""

import shutil
from collections import Counter
from itertools import groupby
from pathlib import Path

import holotable as ht

HERE = Path(__file__).resolve().parent / "generated"
SEED = 16
# Decisions after which a game is shown: there is something to see on the table.
MIDDLE = {"dark_side_rising": 147, "rebellion_combat": 14, "conflict": 60, "risk": 300, "rebellion": 200}


def main() -> None:
    """Everything, for every game."""
    HERE.mkdir(exist_ok=True)
    for shot in (HERE.parents[2] / "agents/web/shots").glob("*.png"):
        shutil.copy(shot, HERE / shot.name)
    for game in ht.games():
        name = game["name"]
        rules = ht.Game(name)
        pictures(rules)
        write(f"{name}-layout.md", layout(rules.layout()))
        write(f"{name}-components.md", components(rules.catalogue()))


def pictures(game: ht.Game) -> None:
    """The table as seat 0 sees it, at the start and after some moves of the best bot."""
    state = game.new_state(seed=SEED)
    bot = ht.load_agent("expert", game, seed=SEED)
    write(f"{game.name}-start.svg", state.svg(viewer=0))
    for _ in range(MIDDLE.get(game.name, 60)):
        after = state.clone()
        after.apply(bot.act(after))
        if after.is_terminal():
            break
        state = after
    write(f"{game.name}.svg", state.svg(viewer=0))


def layout(numbers: dict) -> str:
    """Blocks of actions as one table, and a table of fields a block of the observation."""
    lines = [
        f"## Actions: {numbers['actions']:,}",
        "",
        "| from | count | action | parameters | meaning |",
        "|--:|--:|---|---|---|",
    ]
    for block in numbers["action_blocks"]:
        fields = " × ".join(f"{name} ({n})" for name, n in block["fields"])
        lines.append(f"| {block['offset']} | {block['len']} | **{block['name']}** | {fields} | {block['doc']} |")
    lines += ["", f"## Observation: {numbers['observation']:,} values", ""]
    offset = 0
    for block in numbers["observation_blocks"]:
        rows, fields = block["rows"], block["fields"]
        size = rows * len(fields)
        many = f"{rows} rows of {len(fields)}" if rows > 1 else f"{len(fields)}"
        lines += [f"### {block['name']}", "", f"From {offset}: {many} values. {sentence(block['doc'])}", ""]
        lines += ["| value | unit | range |", "|---|---|---|"]
        lines += [f"| {f['name']} | {f['unit']} | {f['lo']:g} to {f['hi']:g} |" for f in fields]
        lines.append("")
        offset += size
    return "\n".join(lines) + "\n"


def sentence(words: str) -> str:
    """With a capital and a full stop."""
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def components(printed: list[dict]) -> str:
    """What is printed on each component, and after each value where it comes from; before them how many come from where."""
    counts = Counter(value["source"] for value in printed)
    shares = [f"{n} {source} ({n / len(printed):.0%})" for source, n in counts.most_common()]
    lines = [f"{len(printed)} values: {', '.join(shares)}.", ""]
    for kind, of_kind in groupby(printed, key=lambda value: value["component"]):
        lines += [f"## {kind.capitalize()}", "", "| name | values |", "|---|---|"]
        for name, values in groupby(of_kind, key=lambda value: value["name"]):
            told = (f"{value['key']} **{value['value']}** *({value['source']})*" for value in values if value["key"] != "name")
            lines.append(f"| {name} | {', '.join(told)} |")
        lines.append("")
    return "\n".join(lines)


def write(name: str, text: str) -> None:
    """Only what has changed, so that Sphinx reads no page anew without need."""
    path = HERE / name
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


if __name__ == "__main__":
    main()
