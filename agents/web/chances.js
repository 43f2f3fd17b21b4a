// Every result of a move with its exact chance; one of them can be chosen.
import { capital, fill, h, percent, points, put } from "./dom.js";

/** How good a result is beside the mean, from red to green; equal ones have no colour. */
function warmth(value, mean, most) {
  const share = most > 0 ? (value - mean) / most : 0;
  return `color-mix(in oklab, ${share < 0 ? "var(--red)" : "var(--green)"} ${Math.round(100 * Math.abs(share))}%, var(--raised))`;
}

/** What chance showed, and what came of it. */
const linesOf = (result) => [...result.shown, ...result.then];

/** Results of equal words and equal worth as one, with their places in the list. */
function grouped(results) {
  const groups = new Map();
  for (const [i, result] of results.entries()) {
    const key = JSON.stringify([result.shown, result.then, typeof result.value === "number" && result.value.toFixed(3)]);
    const group = groups.get(key) ?? { ...result, probability: 0, members: [] };
    group.probability += result.probability;
    group.members.push(i);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What may happen, each event with the chance of all results in which it does. */
function eventsOfResults(results) {
  const events = new Map();
  for (const result of results) for (const line of new Set(linesOf(result))) events.set(line, (events.get(line) ?? 0) + result.probability);
  return [...events].sort(([, a], [, b]) => b - a);
}

/** A table with these heads. */
const headed = (heads, body) => h("table", { class: "results" }, h("thead", {}, h("tr", {}, heads.map((head) => head && h("th", { scope: "col" }, head)))), body);

/** A dialog with the results. `choose` is called with the answers of chance of one; `judge` says what each is worth. */
export function chancesDialog(chances, choose, judge) {
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": "results-of" });
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const { results } = chances;
  const groups = grouped(results);
  const most = Math.max(...groups.map((group) => group.probability), 0);
  const valued = results.length > 1 && results.every((result) => typeof result.value === "number");
  const mean = valued ? results.reduce((sum, it) => sum + it.probability * it.value, 0) : 0;
  const widest = valued ? Math.max(...results.map((it) => Math.abs(it.value - mean))) : 0;
  const sayings = (result) => result.shown.join("; ") || (result.then.length ? "" : "nothing else");
  const pick = (i) => () => {
    close();
    choose(results[i].picks);
  };
  const words = (result) => h("span", { class: "words" }, h("b", {}, sayings(result)), result.then.length > 0 && h("small", { class: "faint" }, " " + result.then.join("; ")));
  const button = (i, inside) => h("button", { type: "button", "data-result": i, onclick: pick(i) }, inside);
  // Equal words hide what is different: each of those can still be chosen.
  const several = (group) => h("details", {}, h("summary", {}, words(group), h("small", { class: "faint" }, ` ${group.members.length} results that read the same`)),
    h("ol", {}, group.members.map((i) => h("li", {}, button(i, `one with ${percent(results[i].probability)}`)))));
  const row = (group) => h("tr", {},
    h("td", { class: "chance" }, percent(group.probability), h("span", { class: "gauge" }, h("i", { style: { width: `${(100 * group.probability) / most}%` } }))),
    valued && h("td", { class: "chance valued", style: { "border-left-color": warmth(group.value, mean, widest) } }, percent(group.value)),
    h("td", {}, group.members.length > 1 ? several(group) : button(group.members[0], words(group))));
  const body = h("tbody", {});
  const SORTS = { chance: (a, b) => b.probability - a.probability, worth: (a, b) => b.value - a.value, words: (a, b) => linesOf(a).join().localeCompare(linesOf(b).join()) };
  const sorts = Object.keys(SORTS).filter((by) => by !== "worth" || valued).map((by) => h("button", { type: "button", onclick: () => order(by) }, by));
  function order(by) {
    fill(body, [...groups].sort(SORTS[by]).map(row));
    for (const sort of sorts) sort.setAttribute("aria-pressed", String(sort.textContent === by));
  }
  order("chance");
  const more = chances.count - results.length;
  // Of results that are not all listed no sum is exact.
  const events = more > 0 || results.length < 2 ? [] : eventsOfResults(results);
  // Each result as wide as it is likely, the best ones first.
  const heat = valued && h("div", { class: "heat", role: "img", "aria-label": `Results from the best to the worst, each as wide as it is likely; ${percent(mean)} in the mean` },
    [...results.entries()].sort(([, a], [, b]) => b.value - a.value).map(([i, result]) =>
      h("i", { style: { "flex-grow": String(result.probability), background: warmth(result.value, mean, widest) }, onclick: pick(i),
        title: `${percent(result.probability)}: ${sayings(result)} ${result.then.join("; ")}\n${percent(result.value)} to win (${points(result.value - mean)})` })));
  put(dialog, [
    h("header", {}, h("h2", { id: "results-of" }, "Results of: ", chances.words), h("button", { type: "button", class: "close", onclick: close, "aria-label": "Close" }, "×")),
    h("p", { class: "faint" }, chances.count === 1 ? "There is one result." : `${chances.count} results, each with its exact chance. Choose one to play on from it.`),
    chances.always.length > 0 ? h("p", {}, h("b", {}, "In any case: "), chances.always.join("; ")) : "",
    valued && h("div", { class: "worth" }, h("p", {}, `${capital(judge)} sees `, h("b", {}, percent(mean)), " to win in the mean, from ",
      percent(Math.min(...results.map((it) => it.value))), " to ", percent(Math.max(...results.map((it) => it.value))), "."), heat),
    events.length > 0 && [h("h3", {}, "What may happen"), h("div", { class: "scrolls", tabindex: 0, role: "group", "aria-label": "What may happen" },
      headed(["Chance", "Event"], h("tbody", {}, events.map(([line, chance]) => h("tr", {}, h("td", { class: "chance" }, percent(chance)), h("td", {}, line))))))],
    h("h3", {}, "All results"),
    groups.length > 1 && h("p", { class: "controls" }, "Sort by ", sorts),
    headed(["Chance", valued && "To win", "Result"], body),
    more > 0 ? h("p", { class: "faint" }, `${more} less likely ones are not listed.`) : "",
  ]);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
