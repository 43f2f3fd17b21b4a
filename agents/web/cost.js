// What a move cost of the chance to win: by whole games where it was played on, else by the values of the evaluator.
import { points } from "./dom.js";

/** What cannot be told from nothing. */
const NOTHING = 0.0005;

/** The cost of a move, as a share of the chance to win; below 0 where whole games were won more often after it than after the better one. */
export function costOf(ply) {
  return ply.played_on ? Math.sign(ply.error) * ply.played_on.error : Math.abs(ply.error);
}

/** Whether whole games leave open that the move cost anything. */
export function isOpen(ply) {
  return ply.played_on?.unsure > 0 && costOf(ply) < 1.96 * ply.played_on.unsure;
}

/** Whether a move surely cost something. */
export const costs = (ply) => !isOpen(ply) && costOf(ply) >= NOTHING;

/** A cost with its 95 % interval in points, in a word where there is none or where it is open. */
export function costText(ply) {
  if (isOpen(ply)) return "not sure";
  const unsure = ply.played_on?.unsure ?? ply.unsure;
  return costOf(ply) < NOTHING ? "no cost" : points(-costOf(ply)) + plusMinus(unsure);
}

/** What whole games say of a move beside the values; nothing where there were none. */
export function wholeGames(ply) {
  if (!ply.played_on) return null;
  const { games, unsure } = ply.played_on;
  const found = isOpen(ply) ? `: ${points(-costOf(ply))}${plusMinus(unsure)}` : "";
  return ` (${games} games after each${found}; by values ${points(-Math.abs(ply.error))})`;
}

/** The half width of a 95 % interval in points, from a standard error; nothing where that is 0. */
export function plusMinus(unsure) {
  return unsure > 0 ? ` ± ${(196 * unsure).toFixed(1)}` : "";
}
