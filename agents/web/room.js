// Who sits where, who is there, whose time runs; links to hand out, and what people ask of each other.
import { fill, h } from "./dom.js";
import { seatOf, sitter } from "./names.js";

/** Minutes and seconds. */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** An address of this page that opens the game behind a link. */
const address = (id) => `${location.origin}/#table=${id}`;

/** A link with a button that copies it. */
function linkRow(words, id) {
  const field = h("input", { type: "text", readonly: true, value: address(id), "aria-label": words, onfocus: (event) => event.target.select() });
  const copy = h("button", { type: "button", onclick: async () => {
    field.select();
    // Without a secure connection a page may not write there; then the selection is what there is.
    await navigator.clipboard?.writeText(field.value).then(() => (copy.textContent = "Copied"), () => {});
  } }, "Copy");
  return h("p", { class: "link" }, h("span", {}, words), field, copy);
}

/** The most letters of a name. */
const MOST_CALLED = 24;

/** A field for the name of whoever has a link; what is wrong with it stands beside it. `call` takes the name. */
function nameField(name, call) {
  const wrong = h("small", { class: "wrong", id: "name-wrong", role: "alert" });
  const box = h("input", { type: "text", maxlength: MOST_CALLED, value: name ?? "", "aria-describedby": "name-wrong", autocomplete: "nickname" });
  const save = async (event) => {
    event.preventDefault();
    const line = await call(box.value).then(() => "", (error) => error.message);
    fill(wrong, line);
    box.setAttribute("aria-invalid", String(Boolean(line)));
  };
  return h("form", { class: "link called", onsubmit: save }, h("label", {}, "Your name, which the others see", box), h("button", { type: "submit" }, "Save"), wrong);
}

/** The seats and what may be done with them. `act` has `call(seat, name)`, `give(seat, agent)`, `answer(agree)` and `late()`; `now` says which seat acts. */
export function roomPanel(table, act) {
  const panel = h("section", { class: "panel room", "aria-label": "Seats" });
  const seats = h("ul", { class: "seats" });
  const wish = h("section", { class: "wish", role: "status", "aria-label": "A wish to take moves back" });
  const links = h("div", { class: "links" });
  const body = table.room.several ? h("div", {}) : h("details", {}, h("summary", {}, "Seats and links"));
  const wrong = h("p", { class: "wrong", role: "alert" });
  const { several, mine } = table.room;
  body.append(seats, wrong, several && mine.length ? nameField(table.seats[mine[0]].name, (name) => Promise.all(mine.map((seat) => act.call(seat, name)))) : "", links);
  panel.append(table.room.several ? h("h3", {}, "Seats") : "", body);
  const times = new Map();
  let heard = performance.now();
  let late = false;
  /** Does what is asked for here, and says here why it could not be done. */
  const doing = (what) => what.then(() => fill(wrong), (error) => fill(wrong, error.message));

  function row(seat) {
    const { room } = table;
    const mine = room.mine.includes(seat.seat);
    const guest = room.links?.find((link) => link.seats.length && link.seats[0] === seat.seat);
    // A seat that a person never had stays an agent's, unless somebody takes it over.
    const may = mine || (room.host && guest);
    const time = h("span", { class: "clock" });
    times.set(seat.seat, time);
    return h("li", {},
      h("span", { class: `dot ${room.present[seat.seat] ? "here" : ""}`, title: seat.person ? (room.present[seat.seat] ? "At the table" : "Not at the table") : "An agent", "aria-hidden": "true" }),
      h("b", { class: `seat-${seat.seat}` }, seat.person && seat.name ? seat.name : `Seat ${seat.seat}`), h("span", {}, seat.person && seat.name ? ` seat ${seat.seat}${mine ? ", you" : ""}` : ` ${sitter(table, seat.seat)}`),
      seat.person && !room.present[seat.seat] && h("span", { class: "faint" }, " (away)"), time,
      may && !table.open && h("button", { type: "button", title: seat.person ? "The strongest computer plays this seat until it is given back; its link stays good" : "A person plays this seat again", onclick: () => doing(act.give(seat.seat, seat.person ? "best" : null)) },
        seat.person ? "Let the computer play" : mine ? "Play it myself" : "Give it back"));
  }

  function draw() {
    const { room } = table;
    fill(seats, table.seats.map(row));
    if (room.watchers) seats.append(h("li", { class: "faint" }, `${room.watchers} looking on`));
    const ask = room.takeback;
    const mine = ask && ask.agreed.some((seat) => room.mine.includes(seat));
    fill(wish, ask && [
      h("span", {}, mine ? "You have asked to take moves back. The others have not answered yet." : `${seatOf(table, ask.seat)} asks to take moves back.`),
      !mine && room.mine.length > 0 && h("button", { type: "button", onclick: () => doing(act.answer(true)) }, "Agree"),
      room.mine.length > 0 && h("button", { type: "button", onclick: () => doing(act.answer(false)) }, mine ? "Withdraw" : "Refuse")]);
    tick();
  }

  /** Shows the time that each seat has, and tells the server of one that has none left. */
  function tick() {
    const since = (performance.now() - heard) / 1000;
    const actor = act.now();
    for (const [seat, box] of times) {
      const left = table.room.left[seat];
      if (left === null || !table.seats[seat].person || table.open) box.textContent = "";
      else {
        const now = Math.max(0, left - (seat === actor ? since : 0));
        box.textContent = ` ${clock(now)}`;
        box.classList.toggle("low", now < 30);
        if (now === 0 && seat === actor && !late && table.room.mine.length) {
          late = true;
          act.late();
        }
      }
    }
  }

  if (table.room.links) {
    // Those who play first.
    const sorted = [...table.room.links].sort((a, b) => b.seats.length - a.seats.length || a.seats[0] - b.seats[0]);
    fill(links, sorted.map((link) => linkRow(link.seats.length ? `Send to the person of seat ${link.seats.join(", ")}` : "Send to those who only look on", link.id)));
  }
  const timer = setInterval(tick, 500);
  draw();
  return {
    panel,
    wish,
    /** Shows what was heard of the table now. */
    hear() {
      heard = performance.now();
      late = false;
      draw();
    },
    leave: () => clearInterval(timer),
  };
}
