// Which moves remain when places of the picture are chosen one after the other. Nothing here knows a page or a game.

/** The moves that touch all of these places. */
export const remaining = (moves, chosen) => moves.filter((move) => chosen.every((name) => move.places?.includes(name)));

/** What is chosen before anybody has chosen: what every move touches that touches anything, where there are several. */
export function preset(moves) {
  const placed = moves.filter((move) => move.places?.length);
  if (placed.length < 2) return [];
  return placed[0].places.filter((name) => placed.every((move) => move.places.includes(name)));
}

/** The moves that touch nothing, for which there are buttons alone. */
export const placeless = (moves) => moves.filter((move) => !move.places?.length);

/**
 * What can be chosen now: moves that touch no other place, and the places of the rest. A place is `true` where a move asks for it
 * next, and `false` where it comes later: whoever begins there, ends with the same move.
 */
export function offer(moves, chosen) {
  const left = remaining(moves, chosen).filter((move) => move.places?.length);
  const whole = left.filter((move) => move.places.every((name) => chosen.includes(name)));
  const places = new Map();
  for (const move of left) {
    const open = move.places.filter((name) => !chosen.includes(name));
    open.forEach((name, i) => places.set(name, places.get(name) || i === 0));
  }
  return { whole, places };
}

/** Whether moves begin at places of this kind and end at others: then a click there chooses, and plays nothing. */
const begins = (moves, name) => moves.some(({ places }) => places?.length > 1 && places[0].split(".")[0] === name.split(".")[0]);

/**
 * What comes of choosing one more place: a move to play, or the places that are chosen now; nothing where it cannot be chosen. Whoever
 * begins where a move ends may not know where it begins, so what is spent there is chosen, too.
 */
export function choose(moves, chosen, name) {
  for (const before of [chosen, preset(moves), []]) {
    const now = before.includes(name) ? before : [...before, name];
    const left = remaining(moves, now);
    const next = left.length === 1 && left[0].places.find((place) => !before.includes(place));
    if (next === name && (left[0].places.length > 1 || !begins(moves, name))) return { move: left[0] };
    if (left.length) return { chosen: now };
  }
  return null;
}

/** The words with which several moves begin, if they are many: they are said once. */
export function beginning(all) {
  if (all.length < 2) return "";
  const [first, ...others] = all.map((words) => words.split(" "));
  const n = first.findIndex((word, i) => others.some((other) => other[i] !== word || i === other.length - 1));
  return n > 2 ? first.slice(0, n).join(" ") : "";
}
