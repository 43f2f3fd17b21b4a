// What players are called: people, the levels of the computer, and agents by their names.
import { capital } from "./dom.js";

/** What an agent of a table or a game is called. */
export function called({ called }, agent) {
  if (agent === "person") return "a person";
  return called[agent] ?? (agent === "unknown" ? "unknown" : `computer (${agent})`);
}

/** The same of an evaluator within a sentence. */
export const judgeOf = ({ called }, agent) => (called[agent] ? "the computer" : `the computer (${agent})`);

/** Whether a person before this page has a seat. */
const isOwn = (table, seat) => table.seats[seat].person && (!table.room || table.room.mine.includes(seat));

/** Who has a seat: an agent, "you", or another person, who may have a name. */
export function sitter(table, seat) {
  const it = table.seats[seat];
  return !it.person ? called(table, it.who) : isOwn(table, seat) ? "you" : (it.name ?? "a person");
}

/** A seat with whoever has it, or had it when `who` moved; "You" where a page has no other seat, and a person's name where there is one. */
export function seatOf(table, seat, who = table.seats[seat].who) {
  const own = who === "person" && isOwn(table, seat);
  if (own && table.seats.filter((it) => isOwn(table, it.seat)).length === 1) return "You";
  const { name } = table.seats[seat];
  if (who === "person" && name && !own) return `${name} (seat ${seat})`;
  const { team, team_name } = table.seats[seat];
  const side = table.seats.filter((it) => it.team === team).length === 1 ? team_name : `Seat ${seat}`;
  return `${side} (${own ? "you" : who === "person" ? "a person" : (table.called[who] ?? who)})`;
}

/** What is asked, without whom: that stands before it. */
export const questionOf = (prompt) => capital((prompt ?? "").replace(/^Seat \d+ \([^)]*\): /, ""));
