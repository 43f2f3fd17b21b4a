// The page of the server: a start, or the table that the address names.
import { h, theme } from "./dom.js";
import { forget, games, keepToken, kept, open, reopen, server } from "./server.js";
import { layTable } from "./board.js";
import { keptGames } from "./kept.js";
import { lessonLinked, lessonOf, tableOf, teach } from "./lesson.js";
import { BEST, layStart, linked, seated } from "./start.js";

const app = document.getElementById("app");
let leave;

async function route() {
  theme();
  keepToken();
  leave?.();
  leave = undefined;
  const old = /^#table=(\w+)$/.exec(location.hash);
  try {
    if (old) return lay(await reopen(old[1]));
    if (lessonLinked()) {
      const lesson = await lessonOf(lessonLinked());
      return lay(await open(tableOf(lesson)), lesson);
    }
    const link = linked();
    if (link) {
      const seats = seated(link.seats, link.agent ?? BEST);
      return lay(await open({ game: link.game, seed: link.seed, options: link.options, seats }));
    }
    layStart(app, await games(), async (what) => {
      const table = await open(what);
      history.pushState(null, "", `#table=${table.id}`);
      lay(table);
    });
    app.append(await keptGames(kept, forget));
  } catch (error) {
    app.replaceChildren(h("p", { class: "wait" }, `${error.message} `, h("a", { href: "/" }, "To the start")));
  }
}

function lay(table, lesson) {
  document.title = `${table.title} · holotable`;
  const source = server(table, (event) => {
    event.preventDefault();
    history.pushState(null, "", "/");
    document.title = "holotable";
    document.onkeydown = null;
    route();
  });
  if (lesson) source.lesson = (play) => teach(lesson, source, play);
  leave = layTable(app, source);
}

addEventListener("popstate", route);
route();
