// The moderator's console: records what is typed, and refreshes after others' moves.
//
// It knows no rules and holds no important state: without it every form still works.
//
//   <form id="say" data-version>  the command line: command.js
//   <section id="acts">…forms…</section>  <div id="refresh" hx-get=… hx-trigger="refresh">

import { byId, close, dress, preview, stopPreview, propose } from "./command.js";
import { gameOf } from "./parts.js";
import { isBusy, isRefresh, requests, trouble } from "./press.js";
import { remember } from "./remember.js";
import { isTyped } from "./stored.js";
import "./numbers.js";

// Somebody else recorded a move: the feed has shown it; the forms follow if nothing is typed

const isUntouched = () =>
  ![...document.querySelectorAll("#say [name], #acts [name]:not(button)")].some(isTyped);

function follow(version) {
  if (requests.size) return; // the response will bring the forms
  const board = document.querySelector(".console");
  if (Number(board.dataset.game) !== gameOf(version)) {
    if (isUntouched()) location.reload(); // another game: the whole page changes
    return;
  }
  if (Number(byId("say")?.dataset.version) < version && isUntouched()) {
    htmx.trigger("#refresh", "refresh");
  }
}

// The next commands may be typed while the last one is being sent

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

// After the response: send the next waiting command; or put the refused one back, with a note.
function arrive(isRecorded) {
  const input = byId("command");
  const { typed, waiting } = line;
  const sent = line.isOnItsWay ? line.sent : "";
  line.isOnItsWay = false;
  line.typed = "";
  if (!isRecorded) {
    const [first = "", ...rest] = [sent, ...waiting, typed].filter((text) => text.trim());
    input.value = first;
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
    if (document.activeElement === input) preview();
  }
}

// Focus stays on the control that was pressed; if that is gone, it goes to the one in its place

let successors = null; // ids, the likeliest first; null: the focus was elsewhere

function successorsOf(focused) {
  if (byId("say")?.contains(focused)) return ["command"];
  if (!focused.closest(":is(#undoing, #acts)")) return null;
  const verb = focused.form?.elements.type?.value;
  const all = [...document.querySelectorAll(":is(#undoing, #acts) :is(button[id], a[id], summary)")];
  const at = all.findIndex((one) => one === focused || one.form?.contains(focused));
  const ids = all.slice(Math.max(at, 0)).map((one) => one.id || one.parentElement.id);
  return [focused.id, verb && `verb:${verb}`, ...ids, "acts-title"].filter(Boolean);
}

function successor(name) {
  if (!name.startsWith("verb:")) return byId(name);
  const verb = CSS.escape(name.slice(5));
  const type = document.querySelector(`:is(#undoing, #acts) [name=type][value="${verb}"]`);
  return type?.form.querySelector("button[type=submit]");
}

function focusSuccessor() {
  if (wasTyping && !document.activeElement.closest("input, select, textarea, #cell")) {
    byId("command").focus({ preventScroll: true });
    wasTyping = false;
  }
  const isLost = document.activeElement === document.body;
  for (const name of (isLost && successors) || []) {
    successor(name)?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) break;
  }
  successors = null;
}

// What is recorded by mouse leaves the focus in the command line, if it was there before.

let wasTyping = false;

document.addEventListener("pointerdown", ({ target, pointerType }) => {
  if (target.closest("#cell")) return; // goes on with what a press on a cell has begun
  const isTyping = pointerType === "mouse" && document.activeElement?.id === "command";
  wasTyping = isTyping && Boolean(target.closest("button"));
});

// A refused command stays in its field, selected, so that it can be overwritten

function settle() {
  arrive(!byId("command").hasAttribute("aria-invalid"));
  dress();
  const wrong = document.querySelector("#say [aria-invalid], #acts [autofocus]");
  if (wrong) {
    wrong.focus();
    wrong.select?.();
  } else {
    focusSuccessor();
  }
  propose();
}

function fail(kind) {
  trouble(kind);
  line.typed = byId("command").value;
  arrive(false);
}

// A choice sets the limits of the number beside it

function limit(event) {
  const form = event.target.closest("form.act");
  const number = form?.querySelector("input[type=number][id$='-number']");
  const from = event.target.selectedOptions?.[0] || event.target;
  if (!number || event.target.name !== "choice" || !from.dataset.high) return;
  number.min = from.dataset.low;
  number.max = from.dataset.high;
  number.placeholder = `${from.dataset.low}–${from.dataset.high}`;
}

let back = null; // a response has been swapped in and not handled yet

document.addEventListener("change", limit);
document.addEventListener("frame", (event) => follow(event.detail.version));
document.addEventListener(
  "submit",
  (event) => {
    if (event.target.id !== "say" || !isBusy()) return;
    event.preventDefault();
    event.stopPropagation();
    wait();
  },
  true,
);
document.addEventListener("htmx:beforeRequest", (event) => {
  stopPreview();
  if (event.detail.elt.id === "say") send();
});
document.addEventListener("answered", () => follow(Number(byId("live").dataset.version)));
document.addEventListener("htmx:beforeSwap", (event) => {
  // Somebody began to fill in a form while the new ones were loading.
  if (isRefresh(event) && !isUntouched()) event.detail.shouldSwap = false;
  if (!event.detail.shouldSwap) return;
  line.typed = byId("command").value;
  successors = successorsOf(document.activeElement);
  // The page stays where it is, even if it gets shorter.
  document.body.style.minHeight = `${scrollY + innerHeight}px`;
  back = remember(byId("acts")); // press.js does so for the board
});
document.addEventListener("htmx:afterSettle", () => {
  if (!back) return; // htmx sends this once for each swapped part
  back();
  back = null;
  settle();
});
document.addEventListener("htmx:sendError", () => fail("unsent"));
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status !== 404) return fail("broken");
  // No access any more: the 404 page says how to return, and shows what was typed.
  const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
  document.querySelector("main").replaceWith(page.querySelector("main"));
});

dress();
if (byId("command")?.getAttribute("aria-invalid")) byId("command").select();
