// What players are called: people, the levels of the computer, and agents by their names.

/** What an agent of a table or a game is called. */
export function called({ called }, agent) {
  if (agent === "person") return "a person";
  return called[agent] ?? (agent === "unknown" ? "unknown" : `agent ${agent}`);
}

/** The same of an evaluator within a sentence. */
export const judgeOf = ({ called }, agent) => (called[agent] ? "the computer" : `agent ${agent}`);

/** Whether a person before this page has a seat. */
const isOwn = (table, seat) => table.seats[seat].person && (!table.room || table.room.mine.includes(seat));

/** Who has a seat: an agent, "you", or another person. */
export function sitter(table, seat) {
  const it = table.seats[seat];
  return !it.person ? called(table, it.who) : isOwn(table, seat) ? "you" : "a person";
}

/** A seat with whoever has it, or had it when `who` moved; "You" where a page has no other seat. */
export function seatOf(table, seat, who = table.seats[seat].who) {
  const own = who === "person" && isOwn(table, seat);
  if (own && table.seats.filter((it) => isOwn(table, it.seat)).length === 1) return "You";
  return `Seat ${seat} (${who === "person" ? sitter(table, seat) : called(table, who)})`;
}
