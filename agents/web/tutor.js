// A warning before a move that costs more than its judge can be wrong about.
import { capital, fill, h, memory } from "./dom.js";

/** The switch of the tutor, and whether it is on; beside it why the tutor was silent at the last move, if it was. */
export function tutorSwitch(silent) {
  const box = h("input", { type: "checkbox", checked: memory.get("tutor", false), onchange: () => memory.set("tutor", box.checked) });
  return h("label", { class: "tutor", title: "A warning before a move that costs much of the chance to win" }, box, " Warn me", silent && h("span", { class: "faint" }, ` (no warning: ${silent})`));
}

/** What games say that were played on after the move and after the better one. */
const inWholeGames = ({ games, error, unsure }) =>
  `In ${games} games played on after each move, another move wins ${(-100 * error).toFixed(1)} points more (± ${(200 * unsure).toFixed(1)}).`;

/**
 * Asks the judge about a move. Where it warns, shows so in `place` and gives whether the person plays the move all the same;
 * `hint` marks the better one on the board.
 */
export async function warned(place, trial, words, judge, hint) {
  if (!trial?.matters) return true;
  return new Promise((decide) => {
    const better = h("p", {});
    const end = (play) => {
      fill(place);
      decide(play);
    };
    fill(place, h("p", {}, h("b", {}, `${capital(judge)} warns: `), `“${words}” costs much of the chance to win. `, inWholeGames(trial.played_on)), better,
    h("p", { class: "controls" },
      h("button", { type: "button", class: "big", onclick: () => end(false) }, "Choose another"),
      h("button", { type: "button", onclick: (event) => (event.target.remove(), hint?.(trial.better), fill(better, "Better: ", h("b", {}, capital(trial.better_words)))) }, "Hint"),
      h("button", { type: "button", onclick: () => end(true) }, `Play “${words}” anyway`)));
    place.querySelector("button").focus();
  });
}
