// Every result of a move with its exact chance; one of them can be chosen.
import { fill, h, percent, points, put } from "./dom.js";

/** How good a result is beside the mean, from red to green; equal ones have no colour. */
function warmth(value, mean, most) {
  const share = most > 0 ? (value - mean) / most : 0;
  return `color-mix(in oklab, ${share < 0 ? "var(--red)" : "var(--green)"} ${Math.round(100 * Math.abs(share))}%, var(--raised))`;
}

/** A dialog with the results. `choose` is called with the answers of chance of one; `judge` says what each is worth. */
export function chancesDialog(chances, choose, judge) {
  const dialog = h("dialog", { class: "sheet", "aria-label": "Results of a move" });
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const most = chances.results[0]?.probability ?? 1;
  const valued = chances.results.length > 1 && chances.results.every((result) => typeof result.value === "number");
  const mean = valued ? chances.results.reduce((sum, it) => sum + it.probability * it.value, 0) : 0;
  const widest = valued ? Math.max(...chances.results.map((it) => Math.abs(it.value - mean))) : 0;
  const sayings = (result) => result.shown.join("; ") || (result.then.length ? "" : "nothing else");
  const pick = (result) => () => {
    close();
    choose(result.picks);
  };
  const row = (result) =>
    h("li", {}, h("button", { type: "button", onclick: pick(result), class: valued ? "valued" : "", style: valued ? { "border-left-color": warmth(result.value, mean, widest) } : {} },
      h("span", { class: "chance" }, percent(result.probability)),
      h("span", { class: "gauge" }, h("i", { style: { width: `${(100 * result.probability) / most}%` } })),
      valued && h("span", { class: "chance", title: `Chance to win after it, as ${judge} sees it` }, percent(result.value)),
      h("span", { class: "words" }, h("b", {}, sayings(result)),
        result.then.length > 0 && h("small", { class: "faint" }, " " + result.then.join("; ")))));
  const list = h("ol", { class: "results" });
  const order = (by) => fill(list, [...chances.results].sort((a, b) => b[by] - a[by]).map(row));
  // Each result as wide as it is likely, the best ones first.
  const heat = valued && h("div", { class: "heat", role: "img", "aria-label": `Results from the best to the worst, each as wide as it is likely; ${percent(mean)} in the mean` },
    [...chances.results].sort((a, b) => b.value - a.value).map((result) =>
      h("i", { style: { "flex-grow": String(result.probability), background: warmth(result.value, mean, widest) }, onclick: pick(result),
        title: `${percent(result.probability)}: ${sayings(result)} ${result.then.join("; ")}\n${percent(result.value)} to win (${points(result.value - mean)})` })));
  order("probability");
  const more = chances.count - chances.results.length;
  put(dialog, [
    h("header", {}, h("h3", {}, chances.words), h("button", { type: "button", class: "close", onclick: close, "aria-label": "Close" }, "×")),
    h("p", { class: "faint" }, chances.count === 1 ? "There is one result." : `${chances.count} results, each with its exact chance. Choose one to play on from it.`),
    chances.always.length > 0 ? h("p", {}, h("b", {}, "In any case: "), chances.always.join("; ")) : "",
    valued && h("div", { class: "worth" }, h("p", {}, `${judge} sees `, h("b", {}, percent(mean)), " to win in the mean, from ",
      percent(Math.min(...chances.results.map((it) => it.value))), " to ", percent(Math.max(...chances.results.map((it) => it.value))), "."), heat,
      h("p", { class: "controls" }, "Sort by ", h("button", { type: "button", onclick: () => order("probability") }, "chance"),
        h("button", { type: "button", onclick: () => order("value") }, "worth"))),
    list,
    more > 0 ? h("p", { class: "faint" }, `${more} less likely ones are not listed.`) : "",
  ]);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
