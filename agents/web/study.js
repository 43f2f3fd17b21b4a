// The tree of moves, and what an evaluator makes of it.
import { capital, fill, h, percent } from "./dom.js";
import { called, judgeOf, seatOf } from "./names.js";
import { standAt, treeList } from "./tree.js";
import { costOf, isOpen } from "./cost.js";
import { curveOf, summaryOf } from "./curve.js";

/** Adds the tree and its analysis to what a page can do. */
export function layStudy(page) {
  const { source, state, table, nodes, found, tree, study } = page;

  /** The moves. A step along the line that was drawn last moves the mark alone, unless what stands in the list has changed. */
  function drawTree(changed = false) {
    const all = page.line();
    const tools = source.live && !page.together() && page.mayPlay() ? {
      drop: (id) => page.trying(async () => {
        const { at, tree: left } = await source.remove(id);
        nodes.clear();
        for (const node of left) nodes.set(node.id, node);
        page.go(at);
      }),
      rename: (id) => {
        const name = prompt("What is this variation called?", nodes.get(id).name ?? "");
        if (name !== null) page.trying(async () => (page.add(Object.assign(nodes.get(id), await source.name(id, name))), drawTree(true)));
      },
    } : {};
    const marks = (id) => {
      const ply = found.get(id)?.ply;
      const cost = !ply || isOpen(ply) ? 0 : costOf(ply);
      return cost > 0.05 && h("span", { class: "tag mistake" }, "−" + (100 * cost).toFixed(0));
    };
    if (changed || all.length !== drawTree.line?.length || all.some((id, i) => id !== drawTree.line[i])) {
      drawTree.line = all;
      fill(tree, h("h3", {}, "Moves"), treeList(nodes, all, { go: page.go, marks }));
    }
    standAt(tree.querySelector(".tree"), state.at, tools);
  }

  function drawStudy() {
    const all = page.line();
    const team = table.teams > 1 ? table.seats.find((seat) => seat.team === state.team)?.team_name : "the team";
    const options = source.evaluators?.() ?? [];
    const controls = source.live && h("p", { class: "controls" },
      h("label", {}, "Evaluator ", h("select", { onchange: (event) => ((state.evaluator = event.target.value), state.analysis?.abort(), found.clear(), drawStudy()) },
        options.map((name) => h("option", { value: name, selected: name === state.evaluator }, capital(called(table, name)))))),
      table.teams > 1 && h("select", { "aria-label": "Whose chance", onchange: (event) => ((state.team = Number(event.target.value)), state.analysis?.abort(), found.clear(), drawStudy()) },
        [...new Set(table.seats.map((seat) => seat.team))].map((t) => h("option", { value: t, selected: t === state.team }, table.seats.find((seat) => seat.team === t).team_name))),
      h("button", { type: "button", onclick: evaluation }, "What would it do?"), h("button", { type: "button", onclick: analyse }, "Whole game"));
    fill(study, h("h3", {}, "Analysis"), controls, state.evaluations.map(evaluationBars),
      evaluated() && [curveOf(all, state.at, found, page.go, team), summaryOf(all, found, nodes, { go: page.go, evaluator: judgeOf(table, state.evaluator), words: (node) => node.ply.better, who: (seat) => seatOf(table, seat) })]);
    if (state.refused) study.append(h("p", { class: "fault", role: "status" }, state.refused));
    if (source.lacks) study.append(h("p", { class: "faint" }, source.lacks));
    if (!source.live && !found.size && !source.lacks) study.hidden = true;
  }

  /** Whether the evaluator has an evaluation: at the end the result is the value, whatever agent evaluates. */
  function evaluated() {
    return [...found].some(([id, it]) => typeof nodes.get(id)?.actor === "number" && typeof it.value === "number");
  }

  function shareOf(o, action) {
    const weight = o.moves.find((m) => m.action === action);
    return weight && h("span", { class: "share", title: called(table, o.agent) }, percent(weight.share));
  }

  function evaluationBars(o) {
    const head = o.score === null ? `${capital(called(table, o.agent))} analyses no moves, and would do this:` : [`${capital(called(table, o.agent))}. ${seatOf(table, o.actor)}: to win with `, h("b", {}, percent(o.score))];
    const shares = o.score !== null && h("p", { class: "faint" }, "How likely it is to choose each move:");
    return h("div", { class: "evaluation" }, h("p", {}, head), shares,
      o.moves.slice(0, 8).map((m) => h("button", { type: "button", class: "bar", onclick: () => page.playMove(m.action), title: "Play this move" },
        h("i", { style: { width: `${100 * m.share}%` } }), h("span", {}, m.words), h("b", {}, percent(m.share)))));
  }

  async function evaluation() {
    state.evaluation?.abort();
    state.evaluation = new AbortController();
    const said = await page.trying(() => source.evaluation(state.at, state.evaluator, state.evaluation.signal));
    if (!said) return;
    // Beside those of others, so that two can be compared.
    state.evaluations = [...state.evaluations.filter((o) => o.agent !== said.agent), said];
    drawStudy();
    if (state.detail?.legal) {
      page.drawAsk();
      page.drawChoice();
    }
  }

  async function analyse() {
    found.clear();
    state.analysed = false;
    state.analysis?.abort();
    state.analysis = new AbortController();
    const mine = state.analysis.signal;
    let last = 0;
    const leaf = page.line().at(-1);
    state.refused = "";
    const failed = await source.curve(leaf, state.evaluator, state.team, mine, (it) => {
      if (it.error) return page.say(it.error);
      if (it.id !== undefined && (it.ply || it.value !== undefined)) found.set(it.id, { ...(found.get(it.id) ?? {}), ...it });
      if (performance.now() - last > 120 || it.done) {
        last = performance.now();
        state.analysed = Boolean(it.done);
        drawStudy();
        if (it.done) drawTree(true);
      }
    }).then(() => null, (error) => error);
    if (mine.aborted) return;
    if (failed) state.refused = `There is no analysis of the whole game: ${failed.message}.`;
    else if (!evaluated()) state.refused = `${capital(called(table, state.evaluator))} cannot tell the chance to win here; choose another evaluator.`;
    drawStudy();
  }

  Object.assign(page, { drawTree, drawStudy, shareOf });
}
