// Elements of a page. Whatever comes from elsewhere is set as text, never as markup.

/** An element with properties, listeners (`onclick`) and children: elements, texts, or nothing. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "disabled") element[key] = value;
    else if (key === "style") for (const [name, v] of Object.entries(value)) element.style.setProperty(name, v);
    else element.setAttribute(key === "class" ? "class" : key, value === true ? "" : value);
  }
  put(element, children);
  return element;
}

/** Puts children into an element, behind those that are there. */
export function put(element, children) {
  for (const child of children.flat(9)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** An element of an SVG image. */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  return put(element, children);
}

/** Replaces what is in an element, unless the focus would be lost for nothing. */
export function fill(element, ...children) {
  element.replaceChildren();
  return put(element, children);
}

/** A number of per cent with one decimal. */
export function percent(x) {
  return (100 * x).toFixed(1) + " %";
}

/** A share of a chance with a sign, in points of a hundred. */
export function points(x) {
  const p = 100 * x;
  return (p >= 0.05 ? "+" : p <= -0.05 ? "−" : "±") + Math.abs(p).toFixed(1);
}

/** The first letter large. */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}

/** What a page remembers; where it may not, it forgets. */
export const memory = {
  get(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem("holotable." + key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem("holotable." + key, JSON.stringify(value));
    } catch {
      // A page from a file may have nowhere to write to.
    }
  },
};

/** Dark, light, or as the system has it. */
export function theme(name) {
  const word = name ?? memory.get("theme", "auto");
  document.documentElement.dataset.theme = word;
  memory.set("theme", word);
  return word;
}

/** Whether pieces move between positions. */
export function motion(wanted = memory.get("motion", true)) {
  document.documentElement.dataset.motion = wanted ? "on" : "off";
  memory.set("motion", wanted);
  return wanted;
}

/** Whether the page is light now. */
export function isLight() {
  const word = document.documentElement.dataset.theme;
  return word === "light" || (word !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
}
