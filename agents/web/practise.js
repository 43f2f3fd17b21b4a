// Decisions of one's own games that cost much, asked again. The answer stands in no page before that.
import { capital, h, percent, points } from "./dom.js";
import { judgeOf } from "./names.js";

/** The way to the questions from the start page; nothing where no mistake is kept. */
export function practiseLink({ due, all }) {
  if (!all) return "";
  return h("p", { class: "kept practise" }, h("a", { href: "#practise", class: "big" }, "Practise"),
    ` ${due} of ${all === 1 ? "one kept decision" : `${all} kept decisions`} that cost you much ${due === 1 ? "is" : "are"} ready.`);
}

/** The source of a game as a question: the line to the decision and no further. `mend` gives the verdict on an action. */
export function asQuestion(source, { at, agent }, due, mend, again) {
  const { table } = source;
  const nodes = new Map(table.tree.map((node) => [node.id, node]));
  const line = [];
  for (let id = at; id !== null; id = nodes.get(id).parent) line.unshift(nodes.get(id));
  table.tree = line.map((node, i) => ({ ...node, children: i + 1 < line.length ? [line[i + 1].id] : [] }));
  return {
    ...source,
    start: at,
    listen: undefined,
    analysis: () => [],
    question: {
      words: `This decision cost you much, as ${judgeOf(table, agent)} sees it. What do you do now? (${due} to do)`,
      viewer: String(nodes.get(at).actor),
      async answer(action, legal) {
        const it = await mend(action);
        const better = legal.find((move) => move.action === (it.trial.better ?? action));
        return { words: verdict(it, { judge: judgeOf(table, agent), again, game: `#table=${table.id}`, marked: better?.places?.length > 0 }), better };
      },
    },
  };
}

/** Where a move leads, in a sentence; nothing where that is not known. */
function leading(head, lead) {
  if (!lead) return null;
  const one = lead.count === 1;
  const odds = one ? "" : `; most likely of ${lead.count} results, with ${percent(lead.probability)}`;
  const then = lead.then.length ? `${one ? "; then" : odds}: ${lead.then.join("; ")}` : odds;
  return h("li", {}, h("b", {}, `${head}, “${lead.words}”: `), typeof lead.value === "number" && `${percent(lead.value)} to win${one ? "" : " on average"}`, then, ".");
}

/** Whether an answer was right, what it costs, what was better, where both lead, and what was played then. */
function verdict(it, { judge, again, game, marked }) {
  const cost = (100 * it.trial.cost).toFixed(1);
  const better = it.trial.better_words;
  return [
    h("h2", {}, it.right ? "Right" : "Not yet"),
    h("p", {}, `As ${judge} sees it, your move costs ${cost} points of the chance to win.`),
    better && h("p", {}, "The best move: ", h("b", {}, capital(better)), marked ? ". It is marked on the board." : "."),
    it.leads.length > 0 && h("ul", { class: "leads" }, leading("Your move", it.leads[0]), leading("The best move", it.leads[1])),
    it.played && h("p", { class: "faint" }, `In the game you played: ${it.played} (${points(-it.played_cost)}).`),
    h("p", { class: "faint" }, it.right ? "You are asked again after some days." : "You are asked again in ten minutes."),
    h("p", { class: "controls" }, h("button", { type: "button", class: "big", onclick: again }, "Next"),
      h("a", { href: game, onclick: () => setTimeout(() => location.reload()) }, "Look at the game")),
  ];
}
