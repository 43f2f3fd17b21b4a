// Fields of a form, each with what is said of it: its name, its meaning, and what is wrong with it.
import { capital, fill, h } from "./dom.js";

/** A control with its name and its meaning. */
export function field(name, title, control, about, more) {
  if (about) control.setAttribute("aria-describedby", `about-${name}`);
  return h("div", { class: "option" }, h("label", {}, h("b", {}, title), control), more, about && h("small", { class: "faint", id: `about-${name}` }, about));
}

/** What an option may be, and what it is where nobody says. */
function rangeOf({ range, default: usual }) {
  if ("flag" in range) return `Usually ${usual === "true" ? "yes" : "no"}.`;
  return "low" in range ? `${range.low} to ${range.high}, usually ${usual}.` : `Usually ${usual}.`;
}

/** The value of a choice that asks for words of its own. */
const OTHER = "!other";

/** An option of a game as a field: what it may be is chosen from a list, and numbers have their range. */
export function optionField(o) {
  const { name, range, default: usual } = o;
  const choice = (value, text) => h("option", { value, selected: value === usual }, text);
  // Whoever plays need not know here where a rule comes from.
  const about = `${o.about.replaceAll(/ \((unknown|ruling [^)]*)\)/g, "")} ${rangeOf(o)}`;
  const title = capital(name.replaceAll("_", " "));
  if ("flag" in range) return field(name, title, h("select", { name }, choice("true", "yes"), choice("false", "no")), about);
  if ("low" in range) return field(name, title, h("input", { type: "number", name, min: range.low, max: range.high, value: usual, required: true }), about);
  if (!range.choices.length) return field(name, title, h("input", { type: "text", name, value: usual, required: true }), `${about} ${capital(range.other)}.`);
  const text = range.other && h("input", { type: "text", name: `${name}${OTHER}`, "aria-label": `${title}: ${range.other}`, placeholder: range.other, hidden: true, disabled: true, required: true });
  const ask = (event) => text && (text.hidden = text.disabled = event.target.value !== OTHER);
  const select = h("select", { name, onchange: ask }, range.choices.map((value) => choice(value, value.replaceAll("_", " "))), range.other && choice(OTHER, `${range.other} …`));
  return field(name, title, select, about, text);
}

/** What a form says of an option. */
export function optionValue({ name, default: usual }, data) {
  const value = data.get(name) ?? usual;
  return String(value === OTHER ? (data.get(name + OTHER) ?? usual) : value).trim();
}

/** Shows what is wrong with a form, each fault beside its field; `rest` is where the others stand. */
export function faultsOf(form) {
  const rest = h("p", { class: "wrong", role: "alert" });

  /** Takes away what was said before. */
  function clear() {
    fill(rest);
    for (const line of form.querySelectorAll(".option .wrong")) line.remove();
    for (const control of form.querySelectorAll("[aria-invalid]")) {
      control.removeAttribute("aria-invalid");
      control.removeAttribute("aria-errormessage");
      const words = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => !id.startsWith("wrong-"));
      if (words.join("")) control.setAttribute("aria-describedby", words.join(" "));
      else control.removeAttribute("aria-describedby");
    }
  }

  /** Says what is wrong: pairs of the name of a field, or nothing, and a line. */
  function show(faults) {
    clear();
    for (const [name, line] of faults) {
      const found = name && form.elements[name];
      const control = found?.value === OTHER ? form.elements[name + OTHER] : found;
      if (!control || control.closest("[hidden]")) {
        rest.append(line);
        continue;
      }
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-describedby", `wrong-${name} ${control.getAttribute("aria-describedby") ?? ""}`.trim());
      control.closest(".option").append(h("small", { class: "wrong", id: `wrong-${name}`, role: "alert" }, line));
      for (let box = control.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    }
    (form.querySelector("[aria-invalid]") ?? rest).scrollIntoView({ block: "nearest" });
    form.querySelector("[aria-invalid]")?.focus();
  }

  /** Whether every field is as it must be; says so where one is not. */
  function checked() {
    const bad = [...form.elements].filter((control) => control.willValidate && !control.closest("[hidden]") && !control.checkValidity());
    show(bad.map((control) => [control.name.replace(OTHER, ""), control.validationMessage]));
    return !bad.length;
  }

  return { rest, show, checked };
}
