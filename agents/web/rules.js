// The rules of the game beside its board, as the game tells them: a little Markdown as elements.
import { fill, h } from "./dom.js";

/** A line's words: bold, slanted, or the name of something. */
function words(line) {
  return line.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.startsWith("**")) return h("b", {}, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    return part.length > 2 && part.startsWith("*") && part.endsWith("*") ? h("i", {}, part.slice(1, -1)) : part;
  });
}

const ITEM = /^( *)(?:-|\d+\.) +(.*)$/;

/** What a text in Markdown says: headings, paragraphs, lists and tables. */
export function markdown(text) {
  const out = [];
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split("\n").filter((line) => line.trim());
    if (!lines.length) continue;
    const heading = /^(#+) (.*)$/.exec(lines[0]);
    if (heading) {
      out.push(h(heading[1].length > 2 ? "h5" : "h4", {}, words(heading[2])));
      lines.shift();
    }
    if (!lines.length) continue;
    if (lines[0].startsWith("|")) {
      const cells = lines.filter((line) => !/^\|[-|: ]+$/.test(line)).map((line) => line.split("|").slice(1, -1));
      out.push(h("table", {}, cells.map((row, i) => h("tr", {}, row.map((cell) => h(i ? "td" : "th", {}, words(cell.trim())))))));
      continue;
    }
    let list = null;
    let paragraph = [];
    for (const line of lines) {
      const item = ITEM.exec(line);
      if (item) (list ??= []).push({ depth: item[1].length, ordered: /^ *\d/.test(line), text: item[2] });
      else if (list) list.at(-1).text += ` ${line.trim()}`;
      else paragraph.push(line.trim());
    }
    if (paragraph.length) out.push(h("p", {}, words(paragraph.join(" "))));
    if (list) out.push(h("ul", { class: "points" }, list.map((item) => h("li", { class: item.depth ? "deep" : item.ordered ? "step" : "" }, words(item.text)))));
  }
  return out;
}

/** A folded panel with the rules, which are asked for when it is opened first. */
export function rulesPanel(rules) {
  const told = h("div", { class: "rules-text" });
  const panel = h("details", { class: "panel rules" }, h("summary", {}, "How the game is played"), told);
  panel.addEventListener("toggle", async () => {
    if (!panel.open || told.childElementCount) return;
    // What the table itself shows is left out: options and components.
    const text = await rules().catch((error) => error.message);
    fill(told, markdown(text.split("\n## Options of this game")[0]));
  });
  return panel;
}
