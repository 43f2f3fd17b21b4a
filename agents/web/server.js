// A table of the server, as the page asks for it.

/** The token that stood behind # in the address, if one is needed. */
let token = null;

/** Keeps the token, and takes it out of the address. */
export function keepToken() {
  const found = /(?:^#|&)token=([0-9a-f]+)/.exec(location.hash);
  if (found) {
    token = found[1];
    history.replaceState(null, "", location.pathname + location.hash.replace(found[0], "").replace(/^&/, "#"));
  }
}

async function ask(path, body, signal) {
  const headers = token ? { "x-holotable-token": token } : {};
  const how = body === undefined ? { headers, signal } : { method: "POST", signal, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, how).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Error("the server does not answer; is holotable serve still running?");
  });
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw Object.assign(new Error(said.error ?? `the server says ${response.status}`), { status: response.status, field: said.field });
}

const json = async (path, body, signal) => (await ask(path, body, signal)).json();

/** The games there are. */
export const games = () => json("/api/games");

/** A new game, or a replay to look back at. */
export const open = (what) => json("/api/tables", what);

/** A page of the games that are kept. */
export const kept = (page) => json(`/api/kept?page=${page}`);

/** The mistake to be mended next, and how many there are. */
export const practise = () => json("/api/practise");

/** What an action in place of a mistake is worth. */
export const mend = (id, at, action) => json("/api/practise", { id, at, action });

/** Removes a game for good. */
export const forget = (id) => json(`/api/tables/${id}/forget`, {});

/** A game that is kept. */
export const reopen = (id) => json(`/api/tables/${id}`);

/** Reads the events of an answer as they come. */
async function eventsOf(response, heard) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) if (event.startsWith("data:")) heard(JSON.parse(event.slice(5)));
  }
}

/** What an address says behind # to begin the same game; `linked` reads it. */
function linkOf(table) {
  const people = table.seats.filter((seat) => seat.person).map((seat) => seat.seat);
  const agent = table.seats.find((seat) => !seat.person)?.who;
  const seats = people.length ? (agent ? people.join(",") : "all") : "none";
  return "#" + new URLSearchParams({ game: table.game, seed: table.seed, seats, ...(agent ? { agent } : {}), ...table.options });
}

/** The table of an opened game. */
export function server(table, home) {
  const base = `/api/tables/${table.id}`;
  const query = (values) => new URLSearchParams(Object.entries(values).filter(([, v]) => v !== undefined)).toString();
  return {
    live: true,
    table,
    home,
    link: linkOf(table),
    start: table.room.several || table.seats.some((seat) => seat.person) ? table.tree.at(-1).id : 0,
    evaluator: table.evaluated?.agent ?? table.evaluators[0] ?? "flat:50@all",
    evaluators: () => [...new Set([...(table.evaluated ? [table.evaluated.agent] : []), ...table.evaluators, "flat:50@all", "flat:500@all", ...table.agents])],
    analysis: () => table.found,
    node: (id, viewer) => json(`${base}/nodes/${id}?${query({ viewer })}`),
    play: (at, action, new_dice, picks) => json(`${base}/play`, { at, action, new_dice, picks }),
    agent: (at) => json(`${base}/agent`, { at }),
    name: (at, name) => json(`${base}/name`, { at, name }),
    remove: (at) => json(`${base}/remove`, { at }),
    call: (seat, name) => json(`${base}/call`, { seat, name }),
    give: (seat, agent) => json(`${base}/seat`, { seat, agent }),
    takeback: (to) => json(`${base}/takeback`, { to }),
    answer: (agree) => json(`${base}/answer`, { agree }),
    late: () => json(`${base}/late`, {}),
    /**
     * Hears what happens at the table until the signal, also after the line was broken. A browser has few lines to a server, so a page
     * that nobody sees gives its own back, unless other people wait for it.
     */
    async listen(known, heard, signal) {
      const unseen = () => document.hidden && !table.room.several;
      let told = false;
      let over = false;
      const end = (message) => ((over = true), heard({ error: message }));
      while (!signal.aborted && !over) {
        const line = new AbortController();
        const cut = () => (signal.aborted || unseen()) && line.abort();
        signal.addEventListener("abort", cut);
        document.addEventListener("visibilitychange", cut);
        const asked = unseen() ? Promise.resolve() : ask(`${base}/events?${query(known())}`, undefined, line.signal);
        await asked.then((response) => response && ((told = false), eventsOf(response, heard))).catch((error) => {
          if (line.signal.aborted) return;
          // A game that was removed does not come back.
          if (error.status === 404) return end(error.message);
          if (!told) heard({ error: `${error.message}; this page tries again` });
          told = true;
        });
        signal.removeEventListener("abort", cut);
        document.removeEventListener("visibilitychange", cut);
        await new Promise((then) => setTimeout(then, 500));
      }
    },
    layOpen: () => json(`${base}/open`, {}),
    rules: async () => (await json(`${base}/rules`)).text,
    why: (at, place) => json(`${base}/why?${query({ at, place })}`),
    chances: (at, action, agent) => json(`${base}/chances?${query({ at, action, agent })}`),
    trial: (at, action, agent) => json(`${base}/trial`, { at, action, agent }),
    mistakes: (agent) => json(`${base}/mistakes`, { agent }),
    actionOf: async (id) => (await json(`${base}/nodes/${id}`)).move.action,
    evaluation: (at, agent, signal) => json(`${base}/evaluation`, { at, agent }, signal),
    async curve(at, agent, team, signal, found) {
      await eventsOf(await ask(`${base}/curve`, { at, agent, team }, signal), found);
    },
    async take(what, at) {
      const response = await ask(`${base}/${what}?${query({ at })}`);
      const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? what;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await response.blob());
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    },
  };
}
