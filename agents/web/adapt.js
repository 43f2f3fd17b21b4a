// The level that follows one's own results: a step up after a game that was won, and one down after one that was not.
import { memory } from "./dom.js";

/** The level of a game that fits the last results, from 0. */
export function adapted(game) {
  return Math.min(Math.max(0, game.levels.length - 1), memory.get(`level.${game.name}`, 1));
}

/** Notes that a game which was begun is played against the level that adapts. */
export function adapting(id) {
  memory.set("adapting", [...memory.get("adapting", []).slice(-99), id]);
}

/** Notes the result of a game, once; `won` says whether any seat of this screen did. */
export function learned(id, game, won) {
  const open = memory.get("adapting", []);
  if (!open.includes(id)) return;
  memory.set("adapting", open.filter((it) => it !== id));
  const level = memory.get(`level.${game}`, 1) + (won ? 1 : -1);
  memory.set(`level.${game}`, Math.min(4, Math.max(0, level)));
}
