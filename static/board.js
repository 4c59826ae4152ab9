// Choosing on the board: each press narrows the choices of the forms below it.
//
//   <button type="button" data-pick="from:a1|to:a1" disabled>  in #live; the more likely name first
//   <div data-ask hidden></div>                               in #live: asks for an open number
//   <template data-confirm="type:draw" data-no><p>{choice}?</p><button>…  asks before such a choice is sent
//   <form>… an input, option or button named "choice", its value JSON …</form>  in #acts, or in .peeked
//   <button data-pick data-late>                              only after something else
//   <details id data-keep>        stays open or closed when the board is replaced
//   <… data-bar>  <… data-watch>  what sticks to the bottom of a phone, and what it must not cover
//
// It knows no rules. A choice is split into names: {"from": "a1", "units": {"b2": 2}} is `from:a1` and
// twice `units:b2`; a list in a list, {"cards": [["drop", 1]]}, is `cards:drop 1`. A form's type and
// each value of an open field are names too. What can still be pressed is highlighted; once one choice
// is left, and all its names on the board are pressed, it is sent. Without a script forms do it.

const NUMBERS_MOST = 30; // for a longer row the form's own field is easier

let choices = [];
let picks = []; // {element, name}
let isSent = false;

// The choices

function namesOf(value, key) {
  if (Array.isArray(value)) {
    const isFlat = value.every((one) => typeof one !== "object");
    return isFlat ? [`${key}:${value.join(" ")}`] : value.flatMap((one) => namesOf(one, key));
  }
  if (value === null || typeof value !== "object") return [`${key}:${value}`];
  return Object.entries(value).flatMap(([inner, n]) => Array(Number(n) || 0).fill(`${key}:${inner}`));
}

function fieldsOf(form) {
  return [...form.querySelectorAll("select, input[type=number]")].filter((f) => f.name !== "choice");
}

function choiceOf(form, element) {
  let fixed;
  try {
    fixed = JSON.parse(element.value);
  } catch {
    return []; // "Choose…"
  }
  const names = Object.entries(fixed).flatMap(([key, value]) => namesOf(value, key));
  const counted = Object.keys(fixed).filter((key) => {
    const value = fixed[key];
    return value !== null && typeof value === "object" && !Array.isArray(value);
  });
  const type = form.elements.namedItem("type")?.value;
  return [{ form, element, names: [`type:${type}`, ...names], counted, fields: fieldsOf(form) }];
}

function allChoices() {
  const found = new Map(); // the same names in another order are the same choice
  const after = document.querySelector("#live [form=press][name=after]")?.value;
  for (const form of document.querySelectorAll("#acts form, #live .peeked form")) {
    // The board may be newer than its forms: the forms for it are being loaded.
    if (form.elements.namedItem("after")?.value !== after) continue;
    const selector = "[name=choice]:not(select, :disabled), select[name=choice] option:not(:disabled)";
    for (const element of form.querySelectorAll(selector)) {
      for (const one of choiceOf(form, element)) {
        const key = [...one.names].sort().join("|");
        if (!found.has(key)) found.set(key, one);
      }
    }
  }
  return [...found.values()];
}

// What is pressed, and what can be

const board = () => [...document.querySelectorAll("#live [data-pick]")];
const kindOf = (name) => name.slice(0, name.indexOf(":"));
const valueOf = (name) => name.slice(name.indexOf(":") + 1);
const count = (names, name) => names.filter((one) => one === name).length;

function takes(field, name) {
  if (field.name !== kindOf(name)) return false;
  const value = valueOf(name);
  if (field.tagName === "SELECT") return [...field.options].some((o) => o.value === value);
  return /^[0-9]+$/.test(value) && Number(value) >= field.min && Number(value) <= field.max;
}

// Whether the choice has all these names; a field of its form may stand for one of them.
function has(choice, names) {
  return names.every((name) => {
    if (count(names, name) <= count(choice.names, name)) return true;
    return (
      choice.fields.some((field) => takes(field, name)) &&
      names.filter((one) => kindOf(one) === kindOf(name)).length === 1
    );
  });
}

function addition(element, to) {
  const names = element.dataset.pick.split("|");
  const likely = to.length ? names : names.slice(0, 1);
  const had = to.map((pick) => pick.name);
  return likely.find((name) => choices.some((choice) => has(choice, [...had, name])));
}

function isCounted(name) {
  return choices.some((c) => c.counted.includes(kindOf(name)) && c.names.includes(name));
}

function press(element) {
  const own = picks.some((pick) => pick.element === element);
  const more = addition(element, picks);
  if (own && !(more && isCounted(more))) {
    picks = picks.filter((pick) => pick.element !== element);
  } else if (more) {
    picks.push({ element, name: more });
  } else {
    const name = addition(element, []);
    picks = name ? [{ element, name }] : [];
  }
  draw();
  settle();
  keepInView(picks.at(-1)?.element);
}

// What the board shows

function draw() {
  for (const element of board()) {
    const own = picks.filter((pick) => pick.element === element);
    const name = addition(element, picks);
    const more = own.length && !(name && isCounted(name)) ? null : name; // otherwise a press removes it
    const counted = own.filter((pick) => isCounted(pick.name)).length;
    const isEarly = element.hasAttribute("data-late") && !picks.length;
    element.disabled = isSent || isEarly || !(own.length || more || addition(element, []));
    element.setAttribute("aria-pressed", String(own.length > 0));
    element.toggleAttribute("data-picked", counted > 0);
    if (counted) element.dataset.picked = counted;
    if (more && !isSent) element.dataset.can = "on";
    else delete element.dataset.can;
  }
  ask();
}

// Whether all names of the last remaining choice that are on the board have been pressed.
function isWhole(choice) {
  const shown = new Set(board().flatMap((element) => element.dataset.pick.split("|")));
  const had = picks.map((pick) => pick.name);
  const isNamed = choice.names.every((name) => {
    if (!shown.has(name)) return true;
    if (choice.counted.includes(kindOf(name))) return had.some((one) => kindOf(one) === kindOf(name));
    return count(had, name) === count(choice.names, name);
  });
  const isFilled = choice.fields.every((field) => {
    const isOffered = [...shown].some((name) => takes(field, name));
    return !isOffered || had.some((name) => takes(field, name));
  });
  return isNamed && isFilled;
}

function settle() {
  const had = picks.map((pick) => pick.name);
  const left = picks.length ? choices.filter((choice) => has(choice, had)) : [];
  if (left.length !== 1 || !isWhole(left[0])) return;
  const [choice] = left;
  for (const field of choice.fields) {
    const name = had.find((one) => takes(field, one));
    if (name) field.value = valueOf(name);
  }
  const open = choice.fields.filter((field) => !had.some((name) => takes(field, name)));
  if (open.length) askFor(choice, open[0]);
  else if (!confirm(choice)) send(choice);
}

const labelOf = ({ element }) => element.text || element.closest("label")?.textContent || "";

// Asks before a choice is sent, if the board has a question for it. Returns whether it asks.
function confirm(choice) {
  const question = [...document.querySelectorAll("#live template[data-confirm]")].find((one) =>
    choice.names.includes(one.dataset.confirm),
  );
  if (!question) return false;
  const [sentence, yes] = question.content.children;
  const title = sentence.textContent.replace("{choice}", labelOf(choice).trim());
  return ask(title, [
    { text: question.dataset.no, press: clear },
    { text: yes.textContent, press: () => send(choice) },
  ]);
}

function clear() {
  const last = picks.at(-1)?.element;
  picks = [];
  draw();
  last?.focus({ preventScroll: true });
}

// A button for each value of an open number; the largest is the most likely

function askFor(choice, field) {
  const low = Number(choice.element.dataset.low || field.min);
  const high = Number(choice.element.dataset.high || field.max);
  if (low === high) return sendWith(choice, field, low);
  const title = `${labelOf(choice)}: ${field.labels[0]?.textContent || ""}?`;
  const numbers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const buttons = numbers.map((n) => ({ text: n, press: () => sendWith(choice, field, n) }));
  if (numbers.length > NUMBERS_MOST || !ask(title, buttons)) field.focus();
}

function sendWith(choice, field, n) {
  field.value = n;
  send(choice);
}

function send({ form, element }) {
  isSent = true;
  draw();
  if (element.tagName === "BUTTON") return element.click();
  if (element.tagName === "OPTION") element.closest("select").value = element.value;
  if (element.type === "radio") element.checked = true;
  form.requestSubmit();
}

// Besides the choices: questions, what was opened, and what was pressed

// Asks with a button for each answer, of which the last is the most likely; without a title it stops
// asking. Returns whether there is a place to ask.
function ask(title = "", answers = []) {
  const box = document.querySelector("#live [data-ask]");
  if (!box) return false;
  const sentence = document.createElement("p");
  sentence.textContent = title;
  const row = document.createElement("div");
  for (const { text, press } of answers) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", press);
    row.append(button);
  }
  box.hidden = !title;
  box.replaceChildren(...(title ? [sentence, row] : []));
  row.lastChild?.classList.add("main");
  row.lastChild?.focus({ preventScroll: true });
  return true;
}

// On a phone, what asks covers the lower part of the map: what was pressed stays visible.
function keepInView(pressed = document.querySelector("#live [data-watch]")) {
  const bars = [...document.querySelectorAll("#live [data-bar]")];
  const bar = bars.find((one) => getComputedStyle(one).position === "sticky");
  if (!pressed || !bar || bar.contains(pressed)) return;
  const hidden = pressed.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
  if (hidden > 0) scrollBy(0, hidden + 8);
}

const kept = new Map(); // whether it is open, by id

function keepOpen() {
  for (const [id, isOpen] of kept) {
    const details = document.getElementById(id);
    if (details) details.open = isOpen;
  }
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches?.("#live details[data-keep]")) kept.set(target.id, target.open);
  },
  true,
);

function begin() {
  keepOpen();
  choices = allChoices();
  picks = [];
  isSent = false;
  draw();
  keepInView();
}

document.addEventListener("click", (event) => {
  const element = event.target.closest?.("#live [data-pick]");
  if (element && !element.disabled) press(element);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !picks.length) return;
  clear();
});

// The request failed: everything can be pressed again.
for (const name of ["htmx:sendError", "htmx:responseError"]) document.addEventListener(name, begin);

// The board or its forms have been replaced.
function isNew({ target, addedNodes }) {
  if (target.closest?.("[data-ask]")) return false;
  if (target.closest?.("#live, #acts")) return true;
  return [...addedNodes].some((node) => node.id === "live" || node.id === "acts");
}

const watch = new MutationObserver((changes) => changes.some(isNew) && begin());
watch.observe(document.querySelector("main"), { childList: true, subtree: true });
begin();
