// The chance to win along a line, what of it was luck, error and the evaluator's own correction, and the decisions that cost most.
import { costOf, costText, costs, isOpen, plusMinus, wholeGames } from "./cost.js";
import { capital, h, percent, points, s } from "./dom.js";
import { reportOf } from "./report.js";

const WIDE = 600;
const HIGH = 150;
const BARS = 44;
const PARTS = ["luck", "error", "correction"];
const MEANING = {
  luck: "What chance added: the position after the move, less the mean over all results of the move",
  error: "The mean over all results of the move, less that of the best move",
  correction: "What the evaluator noticed only after the move: nobody's doing",
};

/** The curve of a line; a click goes there. `found` holds for each node a value and, once it is known, its ply. */
export function curveOf(line, at, found, go, name) {
  const known = line.map((id, i) => ({ id, i, ...(found.get(id) ?? {}) }));
  const values = known.filter((node) => typeof node.value === "number");
  const n = Math.max(1, line.length - 1);
  const x = (i) => (WIDE * i) / n;
  const y = (value) => HIGH - HIGH * value;
  const path = values.map((node, k) => `${k ? "L" : "M"}${x(node.i).toFixed(1)} ${y(node.value).toFixed(1)}`).join(" ");
  const apart = (ply, sign) => PARTS.reduce((sum, part) => sum + Math.max(0, sign * ply[part]), 0);
  const most = Math.max(0.02, ...known.flatMap(({ ply }) => (ply ? [apart(ply, 1), apart(ply, -1)] : [])));
  const bar = (node, of, kind, from) => {
    const height = (Math.abs(of) / most) * (BARS / 2);
    const width = Math.max(1, WIDE / n - 0.5);
    const top = HIGH + 8 + BARS / 2 - (of > 0 ? height + from : -from);
    return height > 0.2 && s("rect", { x: x(node.i) - width / 2, y: top, width, height, class: kind });
  };
  const bars = known.filter((node) => node.ply).flatMap(({ ply, ...node }) => {
    const from = { "1": 0, "-1": 0 };
    return PARTS.map((part) => {
      const sign = ply[part] > 0 ? 1 : -1;
      const drawn = bar(node, ply[part], part, from[sign]);
      from[sign] += (Math.abs(ply[part]) / most) * (BARS / 2);
      return drawn;
    });
  });
  const here = line.indexOf(at);
  const now = found.get(at);
  const svg = s(
    "svg",
    {
      viewBox: `-4 -4 ${WIDE + 8} ${HIGH + BARS + 16}`,
      class: "curve",
      role: "img",
      "aria-label": `The chance of ${name} to win after each of ${line.length - 1} moves`,
      onclick: (event) => {
        const box = svg.getBoundingClientRect();
        const i = Math.round(((event.clientX - box.left) / box.width) * (WIDE + 8) - 4) / (WIDE / n);
        go(line[Math.min(line.length - 1, Math.max(0, Math.round(i)))]);
      },
    },
    [0, 0.25, 0.5, 0.75, 1].map((v) => s("line", { x1: 0, x2: WIDE, y1: y(v), y2: y(v), class: v === 0.5 ? "half" : "grid" })),
    path && s("path", { d: `${path} L${x(values.at(-1).i)} ${HIGH} L${x(values[0].i)} ${HIGH} Z`, class: "area" }),
    path && s("path", { d: path, class: "value" }),
    s("line", { x1: 0, x2: WIDE, y1: HIGH + 8 + BARS / 2, y2: HIGH + 8 + BARS / 2, class: "grid" }),
    bars,
    here >= 0 && s("line", { x1: x(here), x2: x(here), y1: 0, y2: HIGH + BARS + 8, class: "now" }),
    typeof now?.value === "number" && s("circle", { cx: x(here), cy: y(now.value), r: 4, class: "dot" }),
  );
  return h(
    "div",
    { class: "curve-box" },
    h("p", { class: "legend" }, `Chance of ${name} to win`, typeof now?.value === "number" && h("b", {}, " " + percent(now.value)),
      PARTS.map((part) => h("span", { class: `key ${part}`, title: MEANING[part] }, part))),
    svg,
    now?.ply && h("p", { class: "split" },
      `This move: luck ${points(now.ply.luck)}, error ${points(now.ply.error)}${plusMinus(now.ply.unsure)}, correction ${points(now.ply.correction)}`,
      now.ply.exact ? " (exact)" : " (drawn: a move has too many results)"),
  );
}

/** Luck, errors and corrections of the whole line, and the five decisions that cost most. */
export function summaryOf(line, found, nodes, { go, evaluator, words, who }) {
  const plies = line.map((id) => ({ id, ...(found.get(id) ?? {}) })).filter((node) => node.ply);
  if (!plies.length) return null;
  const sum = (of) => plies.reduce((total, node) => total + of(node.ply), 0);
  const seems = (node) => Math.abs(node.ply.error);
  const costly = plies.filter((node) => seems(node) > 0.005).sort((a, b) => seems(b) - seems(a)).slice(0, 5);
  const worst = costly.sort((a, b) => costOf(b.ply) - costOf(a.ply));
  const sure = worst.filter((node) => costs(node.ply));
  const open = worst.filter((node) => isOpen(node.ply) && costOf(node.ply) > 0);
  const cleared = worst.length - sure.length - open.length;
  const playedOn = worst.some((node) => node.ply.played_on);
  const start = found.get(line[0])?.value;
  const last = line.map((id) => found.get(id)?.value).filter((value) => typeof value === "number").at(-1);
  const drawn = plies.filter((node) => !node.ply.exact).length;
  const [luck, error, correction] = PARTS.map((part) => sum((ply) => ply[part]));
  const unsteady = Math.sqrt(sum((ply) => ply.correction ** 2) / plies.length);
  // Of three teams an evaluator speaks for whoever acts: what happens until the next turn of this one is not split, nor what a seat cannot see.
  const between = last - start - luck - error - correction;
  const known = typeof start === "number" && typeof last === "number";
  const costlyMove = (node) => {
    const move = nodes.get(node.id).move;
    const better = words?.(node);
    return h("li", {}, h("button", { type: "button", class: "ply", onclick: () => go(nodes.get(node.id).parent) },
      h("span", { class: "tag " + grade(isOpen(node.ply) ? 0 : costOf(node.ply), unsteady) }, costText(node.ply)),
      ` ${who(move.seat)}: ${move.words}`, better && h("span", { class: "faint" }, ` instead of: ${better}`), h("span", { class: "faint" }, wholeGames(node.ply))));
  };
  return h(
    "div",
    { class: "split-box" },
    h("details", {}, h("summary", {}, known ? `From ${percent(start)} at the start to ${percent(last)} now` : `How far ${evaluator} can be wrong`), known && h("p", {},
      `${percent(start)} at the start, luck ${points(luck)}, errors of all players ${points(error)}, corrections of ${evaluator} ${points(correction)}, `,
      Math.abs(between) > 5e-4 && `${points(between)} in moves that are not split, `, `${percent(last)} now.`,
      drawn ? ` Of ${drawn === 1 ? "one move" : `${drawn} moves`} some results were drawn, not enumerated.` : " All exact."),
    h("p", { class: "faint" }, `${capital(evaluator)} corrects itself by ${(100 * unsteady).toFixed(1)} points a move (root mean square): a smaller error may be its own.`)),
    reportOf(line, found, nodes, who),
    worst.length > 0 && [
      h("h4", {}, `What cost most, as ${evaluator} sees it`),
      playedOn && h("p", { class: "faint" }, `${capital(evaluator)} has played on from there, with the same luck after the move and after the better one.`),
      sure.length ? h("ol", { class: "worst" }, sure.map(costlyMove)) : h("p", {}, "No decision surely cost much."),
      open.length > 0 && h("details", {}, h("summary", {}, open.length === 1 ? "One that may have cost something" : `${open.length} that may have cost something`),
        h("ol", { class: "worst" }, open.map(costlyMove))),
      cleared > 0 && h("p", { class: "faint" }, `${cleared === 1 ? "One more seemed" : `${cleared} more seemed`} to cost something, but whole games do not say so.`),
    ],
  );
}

/** How bad an error is, as players call it; one within what its evaluator is unsure of is called nothing. */
export function grade(cost, unsteady = 0) {
  if (cost < unsteady) return "small";
  return cost >= 0.2 ? "blunder" : cost >= 0.1 ? "mistake" : cost >= 0.05 ? "slip" : "small";
}
