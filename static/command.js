// The command line: shows how a command is understood, and completes it. An ARIA combobox.
//
//   <input id="command" data-hear="/g/X/hear/">
//   <div id="answer">…<template data-completions><li role="option">…</template></div>
//   <ul id="completions" role="listbox" hidden></ul>

const WAIT_MS = 120; // from the last keystroke to the request

export const byId = (id) => document.getElementById(id);

// How the command is understood

let timer = 0;
let question = null;
let isTabWaiting = false; // pressed before the completions arrived

export function preview() {
  clearTimeout(timer);
  timer = setTimeout(ask, WAIT_MS);
}

export function stopPreview() {
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
    // The line still records; only the reply is missing.
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

export function dress() {
  const input = byId("command");
  if (!input) return;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", "completions");
  input.setAttribute("aria-expanded", String(!byId("completions").hidden));
}

export function propose() {
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

export function close() {
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
    stopPreview();
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

document.addEventListener("input", (event) => event.target.id === "command" && preview());
document.addEventListener("keydown", onKey);
document.addEventListener("focusout", (event) => event.target.id === "command" && close());
document.addEventListener("pointerdown", (event) => {
  const option = event.target.closest?.("#completions > li");
  if (!option) return;
  event.preventDefault(); // the command line keeps the focus
  take(option);
});
