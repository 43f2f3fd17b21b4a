// A game that stands in the page itself: nothing is asked of anybody.
import { h, theme } from "./dom.js";
import { layTable } from "./board.js";

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

async function layPacked() {
  theme();
  const app = document.getElementById("app");
  try {
    const { table, shared, nodes, analysis, lacks } = await unpacked(document.getElementById("game").textContent.trim());
    const spelled = (numbers) => numbers.map((i) => shared[i]);
    const whole = nodes.map((node) => ({ ...node, text: spelled(node.text).join("\n"), picture: { ...node.picture, shapes: spelled(node.picture.shapes) } }));
    layTable(app, {
      live: false,
      table: { ...table, open: true, seats: table.seats.map((seat) => ({ ...seat, person: false })), tree: nodes.map((node) => ({ ...node, picture: undefined })) },
      start: 0,
      lacks,
      node: async (id) => whole[id],
      analysis: () => (analysis ? analysis.map((it, i) => [i, it]) : []),
    });
  } catch (error) {
    app.replaceChildren(h("p", { class: "wait" }, `This page cannot be read: ${error.message}`));
  }
}

layPacked();
