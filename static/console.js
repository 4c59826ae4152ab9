// The moderator's console: says back what is typed, completes it, and keeps up with others.
//
// It knows no rule and holds nothing that matters: without it every form works as it stands.
//
//   <form id="say" data-version>  <input id="command" data-hear="/g/X/hear/">
//   <div id="answer">…<template data-completions><li role="option">…</template></div>
//   <ul id="completions" role="listbox" hidden></ul>
//   <section id="acts">…forms…</section>  <div id="refresh" hx-get=… hx-trigger="refresh">

const WAIT_MS = 120; // from the last letter to the question
const ENTRIES_MOST = 1000000; // a version is the game's number times this, and its entries

const byId = (id) => document.getElementById(id);
const isTouch = matchMedia("(hover: none)").matches;

// What is typed, said back

let timer = 0;
let question = null;
let isTabWaiting = false; // pressed before the completions had come

function hear() {
  clearTimeout(timer);
  timer = setTimeout(ask, WAIT_MS);
}

function hush() {
  clearTimeout(timer);
  question?.abort();
  timer = 0;
  question = null;
  isTabWaiting = false;
}

async function ask() {
  timer = 0;
  question?.abort();
  const input = byId("command");
  if (!input) return;
  const mine = new AbortController();
  question = mine;
  const text = input.value;
  try {
    const url = `${input.dataset.hear}?${new URLSearchParams({ text })}`;
    const answer = await fetch(url, { signal: mine.signal, cache: "no-store" });
    if (!answer.ok || question !== mine) return;
    const html = await answer.text();
    if (question !== mine) return;
    byId("answer").innerHTML = html;
    propose();
    if (isTabWaiting && options().length) take(options()[0]);
  } catch {
    // The line still records; only its echo is missing.
  }
  if (question !== mine) return;
  question = null;
  isTabWaiting = false;
}

// Completions: an ARIA combobox with a list

function options() {
  return [...byId("completions").children];
}

function chosen() {
  return options().find((option) => option.getAttribute("aria-selected") === "true");
}

function dress() {
  const input = byId("command");
  if (!input) return;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", "completions");
  input.setAttribute("aria-expanded", String(!byId("completions").hidden));
}

function propose() {
  const list = byId("completions");
  const found = byId("answer").querySelector("template[data-completions]");
  const input = byId("command");
  list.replaceChildren(...(found ? found.content.cloneNode(true).children : []));
  const isDone = options().length === 1 && options()[0].textContent === input.value.trim();
  const isShown = options().length > 0 && !isDone && document.activeElement === input;
  list.hidden = !isShown;
  input.removeAttribute("aria-activedescendant");
  dress();
}

function close() {
  byId("completions").hidden = true;
  choose(null);
  dress();
}

function choose(option) {
  for (const one of options()) one.setAttribute("aria-selected", String(one === option));
  if (option) {
    byId("command").setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  } else {
    byId("command").removeAttribute("aria-activedescendant");
  }
}

function take(option) {
  const input = byId("command");
  input.value = option.textContent;
  input.focus();
  close();
  ask();
}

function move(step) {
  const all = options();
  const at = all.indexOf(chosen());
  choose(all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length]);
}

function onKey(event) {
  if (event.target.id !== "command" || event.isComposing) return onShortcut(event);
  const isOpen = !byId("completions").hidden;
  const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (!isOpen && !options().length) return;
    event.preventDefault();
    byId("completions").hidden = false;
    dress();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Tab" && isPlain && (timer || question) && event.target.value.trim()) {
    event.preventDefault();
    isTabWaiting = true;
  } else if (event.key === "Tab" && isPlain && isOpen) {
    event.preventDefault();
    take(chosen() || options()[0]);
  } else if (event.key === "Enter" && isOpen && chosen()) {
    event.preventDefault();
    take(chosen());
  } else if (event.key === "Escape" && (isOpen || isTabWaiting)) {
    event.preventDefault();
    hush();
    close();
  }
}

function onShortcut(event) {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  byId("command")?.focus();
  byId("command")?.select();
}

// Somebody else recorded: the feed has shown it, and the forms follow if nothing is typed

function isUntouched() {
  const fields = document.querySelectorAll("#say [name], #acts [name]");
  return [...fields].every((field) => {
    if (field.type === "radio" || field.type === "checkbox") {
      return field.checked === field.defaultChecked;
    }
    if (field.tagName === "SELECT") {
      const first = [...field.options].findIndex((option) => option.defaultSelected);
      return field.selectedIndex === Math.max(first, 0);
    }
    return field.value === field.defaultValue;
  });
}

let requests = 0; // of our own, under way: their answers bring the forms along

function follow(version) {
  if (requests) return;
  const board = document.querySelector(".console");
  const game = Math.floor(version / ENTRIES_MOST);
  if (Number(board.dataset.game) !== game) {
    if (isUntouched()) location.reload(); // another game: title and all
    return;
  }
  if (Number(byId("say")?.dataset.version) < version && isUntouched()) {
    htmx.trigger("#refresh", "refresh");
  }
}

// Fast fingers: the next commands may be typed while the last one is on its way

const line = { isOnItsWay: false, sent: "", waiting: [], typed: "" };

function send() {
  line.isOnItsWay = true;
  line.sent = byId("command").value;
  byId("command").value = "";
  close();
}

function wait() {
  const text = byId("command").value;
  if (text.trim()) line.waiting.push(text);
  byId("command").value = "";
}

// After the answer: on with what waits; or the refused command comes back, the rest beside it.
function arrive(isRecorded) {
  const input = byId("command");
  const { typed, waiting, isOnItsWay } = line;
  line.isOnItsWay = false;
  line.typed = "";
  if (isOnItsWay && !isRecorded) {
    input.value = line.sent;
    const rest = [...waiting, typed].filter((text) => text.trim());
    if (rest.length) {
      const note = document.createElement("p");
      note.textContent = `${byId("trouble").dataset.after} ${rest.join(" · ")}`;
      byId("answer").append(note);
    }
    line.waiting = [];
    return;
  }
  if (waiting.length) {
    input.value = waiting.shift();
    byId("say").requestSubmit();
  }
  if (typed) {
    input.value = typed;
    if (document.activeElement === input) hear();
  }
}

// What was refused stays where it was typed: selected, to be typed over

function settle() {
  byId("trouble").hidden = true;
  arrive(!byId("command").hasAttribute("aria-invalid"));
  dress();
  const wrong = document.querySelector("#say [aria-invalid], #acts [autofocus]");
  if (wrong) {
    wrong.focus();
    wrong.select?.();
  } else if (document.activeElement === document.body) {
    // The button that was pressed is gone: on a laptop, on with the next command.
    byId(isTouch ? "acts-title" : "command")?.focus({ preventScroll: true });
  }
  propose();
}

function trouble(kind) {
  const banner = byId("trouble");
  banner.textContent = banner.dataset[kind];
  banner.hidden = false;
  line.typed = byId("command").value;
  if (line.isOnItsWay) arrive(false);
}

// A choice brings its own limits to the number beside it

function limit(event) {
  const form = event.target.closest("form.act");
  const number = form?.querySelector("input[type=number][id$='-number']");
  const from = event.target.selectedOptions?.[0] || event.target;
  if (!number || event.target.name !== "choice" || !from.dataset.high) return;
  number.min = from.dataset.low;
  number.max = from.dataset.high;
  number.placeholder = `${from.dataset.low}–${from.dataset.high}`;
}

let scrolled = 0;
let opened = [];
let isNew = false; // an answer is in the page, and has not been looked at

document.addEventListener("input", (event) => event.target.id === "command" && hear());
document.addEventListener("keydown", onKey);
document.addEventListener("change", limit);
document.addEventListener("focusout", (event) => event.target.id === "command" && close());
document.addEventListener("pointerdown", (event) => {
  const option = event.target.closest?.("#completions > li");
  if (!option) return;
  event.preventDefault(); // the line keeps the focus
  take(option);
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[aria-disabled=true]")) event.preventDefault();
});
document.addEventListener("frame", (event) => follow(event.detail.version));
document.addEventListener(
  "submit",
  (event) => {
    if (event.target.id !== "say" || !line.isOnItsWay) return;
    event.preventDefault();
    event.stopPropagation();
    wait();
  },
  true,
);
document.addEventListener("htmx:beforeRequest", (event) => {
  hush();
  if (event.detail.elt.id === "say") send();
});
document.addEventListener("htmx:beforeSend", () => (requests += 1));
document.addEventListener("htmx:afterRequest", () => {
  requests -= 1;
  follow(Number(byId("live").dataset.version));
});
document.addEventListener("htmx:beforeSwap", (event) => {
  // Somebody began to fill in a form while the new ones were on their way.
  if (event.detail.elt.id === "refresh" && !isUntouched()) event.detail.shouldSwap = false;
  if (!event.detail.shouldSwap) return;
  line.typed = byId("command").value;
  scrolled = document.querySelector(".chart-sheet .scroll")?.scrollLeft || 0;
  isNew = true;
  opened = [...document.querySelectorAll("#live details[open], #acts details[open]")];
});
document.addEventListener("htmx:afterSettle", () => {
  if (!isNew) return; // it is said once for each part that was swapped
  isNew = false;
  const scroll = document.querySelector(".chart-sheet .scroll");
  if (scroll && scrolled) scroll.scrollLeft = scrolled;
  for (const details of opened) {
    if (details.id && byId(details.id)) byId(details.id).open = true;
  }
  scrolled = 0;
  opened = [];
  settle();
});
document.addEventListener("htmx:sendError", () => trouble("unsent"));
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 404) location.reload(); // shut out: the page says so better
  else trouble("broken");
});

dress();
if (byId("command")?.getAttribute("aria-invalid")) byId("command").select();
