// The rules of the game beside its board, as the game tells them: a little Markdown as elements.
import { fill, h } from "./dom.js";

/** An option of the game: a number as it is at this table, or what the option is called. */
function option(name, value) {
  const title = `Option ${name}: ${value}`;
  return /^\d+$/.test(value) ? h("b", { title }, String(value)) : h("i", { title }, name.replaceAll("_", " "));
}

/** A line's words: bold, slanted, or the name of something, of which `options` are those of the game. */
function words(line, options = {}) {
  return line.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/).map((part, i, parts) => {
    if (part.startsWith("**")) return h("b", {}, part.slice(2, -2));
    const name = part.startsWith("`") && part.slice(1, -1);
    // "With `players` = 3" is about another table.
    const fixed = parts[i + 1]?.startsWith(" = ");
    if (name) return Object.hasOwn(options, name) && !fixed ? option(name, options[name]) : h("code", {}, name);
    return part.length > 2 && part.startsWith("*") && part.endsWith("*") ? h("i", {}, part.slice(1, -1)) : part;
  });
}

const ITEM = /^( *)(?:-|\d+\.) +(.*)$/;

/** What a text in Markdown says: headings, paragraphs, lists and tables. Tables name decisions, which may be called as options are. */
export function markdown(text, options) {
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
    if (paragraph.length) out.push(h("p", {}, words(paragraph.join(" "), options)));
    if (list) out.push(h("ul", { class: "points" }, list.map((item) => h("li", { class: item.depth ? "deep" : item.ordered ? "step" : "" }, words(item.text, options)))));
  }
  return out;
}

/** A folded panel with the rules under these options, which are asked for when it is opened first. */
export function rulesPanel(rules, options) {
  const told = h("div", { class: "rules-text" });
  const panel = h("details", { class: "panel rules" }, h("summary", {}, "How the game is played"), told);
  panel.addEventListener("toggle", async () => {
    if (!panel.open || told.childElementCount) return;
    // What the table itself shows is left out: options and components.
    const text = await rules().catch((error) => error.message);
    fill(told, markdown(text.split("\n## Options of this game")[0], options));
  });
  return panel;
}
