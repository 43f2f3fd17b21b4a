// Every result of a move with its exact chance; one of them can be chosen.
import { h, percent } from "./dom.js";

/** A dialog with the results. `choose` is called with the answers of chance of one. */
export function chancesDialog(chances, choose) {
  const dialog = h("dialog", { class: "sheet", "aria-label": "Results of a move" });
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const most = chances.results[0]?.probability ?? 1;
  const rows = chances.results.map((result) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            close();
            choose(result.picks);
          },
        },
        h("span", { class: "chance" }, percent(result.probability)),
        h("span", { class: "gauge" }, h("i", { style: { width: `${(100 * result.probability) / most}%` } })),
        h("span", { class: "words" }, h("b", {}, result.shown.join("; ") || (result.then.length ? "" : "nothing else")),
          result.then.length > 0 && h("small", { class: "faint" }, " " + result.then.join("; "))),
      ),
    ),
  );
  const more = chances.count - chances.results.length;
  dialog.append(
    h("header", {}, h("h3", {}, chances.words), h("button", { type: "button", class: "close", onclick: close, "aria-label": "Close" }, "×")),
    h("p", { class: "faint" }, chances.count === 1 ? "There is one result." : `${chances.count} results, each with its exact chance. Choose one to play on from it.`),
    chances.always.length > 0 ? h("p", {}, h("b", {}, "In any case: "), chances.always.join("; ")) : "",
    h("ol", { class: "results" }, rows),
    more > 0 ? h("p", { class: "faint" }, `${more} less likely ones are not listed.`) : "",
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
