// The page of the server: a start, or the table that the address names.
import { h, theme } from "./dom.js";
import { adapting } from "./adapt.js";
import { forget, games, keepToken, kept, mend, open, practise, reopen, server } from "./server.js";
import { layTable } from "./board.js";
import { keptGames } from "./kept.js";
import { asQuestion, practiseLink } from "./practise.js";
import { lessonAt, lessonLinked, lessonOf, tableOf, teach } from "./lesson.js";
import { BEST, layStart, linked, seated } from "./start.js";

const app = document.getElementById("app");
let leave;

/** How often a way was taken: what comes late for an earlier one is not shown. */
let ways = 0;

async function route() {
  ways += 1;
  const way = ways;
  theme();
  keepToken();
  leave?.();
  leave = undefined;
  const old = /^#table=(\w+)$/.exec(location.hash);
  try {
    if (old) {
      const table = await reopen(old[1]);
      return lay(table, lessonAt(table.id) && (await lessonOf(table.game)));
    }
    if (location.hash === "#practise") return await question();
    if (lessonLinked()) {
      const lesson = await lessonOf(lessonLinked());
      const table = await open(tableOf(lesson));
      lay(table, lesson);
      // Whoever loads the page again stays at this table and in this lesson, which is remembered by now.
      return history.replaceState(null, "", `#table=${table.id}`);
    }
    const link = linked();
    if (link) {
      const seats = seated(link.seats, link.agent ?? BEST);
      return lay(await open({ game: link.game, seed: link.seed, options: link.options, seats }));
    }
    const all = await games();
    layStart(app, all, async (what, { adapts } = {}) => {
      const table = await open(what);
      if (adapts) adapting(table.id);
      history.pushState(null, "", `#table=${table.id}`);
      lay(table);
    });
    const more = await Promise.all([practise().then(practiseLink), keptGames(kept, forget, all)]);
    if (way === ways && app.querySelector(".start")) app.append(...more);
  } catch (error) {
    app.replaceChildren(h("p", { class: "wait" }, `${error.message} `, h("a", { href: "/" }, "To the start")));
  }
}

/** A mistake of a kept game, to be mended. */
async function question() {
  const { next, due, all } = await practise();
  if (!next) {
    app.replaceChildren(h("p", { class: "wait" }, all ? `Nothing is due now; ${all === 1 ? "1 mistake is" : `${all} mistakes are`} asked again later. ` : "No mistakes are kept. Play a game to its end first. ", h("a", { href: "/" }, "To the start")));
    return;
  }
  const table = await reopen(next.id);
  document.title = `Practise · ${table.title} · holotable`;
  leave = layTable(app, asQuestion(server(table, home), next, due, (action) => mend(next.id, next.at, action), route));
}

function home(event) {
  event.preventDefault();
  history.pushState(null, "", "/");
  document.title = "holotable";
  document.onkeydown = null;
  route();
}

function lay(table, lesson) {
  document.title = `${table.title} · holotable`;
  const source = server(table, home);
  if (lesson) source.lesson = (play) => teach(lesson, source, play);
  leave = layTable(app, source);
}

addEventListener("popstate", route);
route();
