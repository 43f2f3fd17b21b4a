// The moves as a tree: the line that is looked at, and beside each move what was played there instead.
import { h } from "./dom.js";

/** The nodes from the start to `at`, and on along what was looked at last. */
export function lineThrough(nodes, at, chosen) {
  const line = [];
  for (let id = at; id !== null && id !== undefined; id = nodes.get(id).parent) line.unshift(id);
  for (let id = next(nodes, at, chosen); id !== undefined; id = next(nodes, id, chosen)) line.push(id);
  return line;
}

/** What follows a node: the child that was looked at last, or the first. */
export function next(nodes, id, chosen) {
  const children = nodes.get(id).children.filter((child) => nodes.has(child));
  const last = chosen.get(id);
  return children.includes(last) ? last : children[0];
}

/** The line as a list. `marks` says what stands behind a move. */
export function treeList(nodes, line, { go, marks }) {
  let turn = null;
  const rows = line.slice(1).map((id, i) => {
    const node = nodes.get(id);
    const parent = nodes.get(node.parent);
    const others = parent.children.filter((child) => child !== id && nodes.has(child));
    const head = parent.turn !== turn && parent.turn > 0 ? h("li", { class: "turn" }, `Turn ${parent.turn}`) : null;
    turn = parent.turn;
    return [
      head,
      h(
        "li",
        { "data-id": id },
        h(
          "button",
          { class: "ply", type: "button", onclick: () => go(id) },
          h("span", { class: "number" }, String(i + 1)),
          h("span", { class: `seat seat-${node.move.seat}` }, String(node.move.seat)),
          h("span", { class: node.move.forced ? "words forced" : "words" }, node.move.words),
          node.move.dice !== "same" && h("span", { class: "tag" }, node.move.dice === "new" ? "new dice" : "chosen"),
          node.name && h("span", { class: "tag name" }, node.name),
          marks?.(id),
        ),
      ),
      others.map((other) => {
        const it = nodes.get(other);
        return h(
          "li",
          { class: "variation" },
          h(
            "button",
            { class: "ply", type: "button", onclick: () => go(other) },
            h("span", { class: "number" }, "↳"),
            h("span", { class: "words" }, it.name ? `${it.name}: ` : "", it.move.words),
            it.move.dice !== "same" && h("span", { class: "tag" }, it.move.dice === "new" ? "new dice" : "chosen"),
          ),
        );
      }),
    ];
  });
  const start = h(
    "li",
    { "data-id": line[0] },
    h("button", { class: "ply", type: "button", onclick: () => go(line[0]) }, h("span", { class: "number" }, "0"), "The start"),
  );
  return h("ol", { class: "tree" }, start, rows);
}

/** Marks the position of the list that is looked at, puts the tools for it behind the move, and scrolls there. */
export function standAt(list, at, { drop, rename }) {
  const last = list.querySelector(".here");
  last?.classList.remove("here");
  last?.firstElementChild.removeAttribute("aria-current");
  last?.querySelector(".tools")?.remove();
  const here = list.querySelector(`[data-id="${at}"]`);
  if (!here) return;
  here.classList.add("here");
  here.firstElementChild.setAttribute("aria-current", "step");
  if (drop && here !== list.firstElementChild) {
    here.append(h(
      "span",
      { class: "tools" },
      h("button", { type: "button", title: "Name this variation", onclick: () => rename(at) }, "name"),
      h("button", { type: "button", title: "Take this move and all that follow off the tree", onclick: () => drop(at) }, "remove"),
    ));
  }
  // Read once the page is laid out anyway: read at once, it would have everything laid out twice.
  requestAnimationFrame(() => (list.scrollTop = here.offsetTop - list.clientHeight / 2));
}
