// The keys of the table.
import { focusPlace, neighbour } from "./places.js";

/** Takes the keys for a page. */
export function layKeys(page) {
  const { state, board } = page;
  document.onkeydown = (event) => {
    if (event.target.closest("input,select,textarea,dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const figure = board.querySelector(".picture");
    const zoom = { "+": () => figure?.zoom?.(1.4), "-": () => figure?.zoom?.(1 / 1.4), 0: () => figure?.zoom?.(0), Escape: () => page.closeEnding() || page.stepBack() }[event.key];
    if (zoom) return zoom();
    const place = event.target.closest(".place");
    if (place && (event.key === "Enter" || event.key === " " || event.key.startsWith("Arrow"))) {
      event.preventDefault();
      state.keys = true;
      if (!event.key.startsWith("Arrow")) return page.pick(place.dataset.place);
      const to = neighbour(figure, place, event.key);
      figure.show?.(state.detail.picture.places.find((it) => it.name === to.dataset.place).box);
      return focusPlace(figure, to);
    }
    const row = event.key.startsWith("Arrow") && event.target.closest(".nearby, .quick");
    if (row) {
      event.preventDefault();
      const buttons = [...row.querySelectorAll("button")];
      const step = /Right|Down/.test(event.key) ? 1 : buttons.length - 1;
      return buttons[(buttons.indexOf(event.target.closest("button")) + step) % buttons.length].focus();
    }
    // A button does what it says.
    if (event.key === " " && event.target.closest("button,summary")) return;
    const all = page.line();
    const i = all.indexOf(state.at);
    const act = {
      ArrowLeft: () => page.go(all[Math.max(0, i - 1)]), ArrowRight: () => page.go(all[Math.min(all.length - 1, i + 1)]),
      Home: () => page.go(all[0]), End: () => page.go(all.at(-1)), Backspace: page.undo, " ": page.toggle,
    }[event.key];
    if (act) {
      event.preventDefault();
      state.keys = false;
      act();
    } else if (/^[1-9]$/.test(event.key)) {
      [...document.querySelectorAll(".quick .do, .nearby .do")].find((it) => it.querySelector("kbd")?.textContent === event.key)?.click();
    }
  };
}
