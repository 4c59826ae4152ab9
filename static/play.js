// The student's page: says what to do now, and fetches the forms when it becomes the student's turn.
//
//   <div id="task">                the heading; the frame has its new content in a template
//   <template data-for="task">     in the frame: the content of the element with that id
//   <div class="board acting" data-game="1">  <section id="acts" data-version hidden>
//   <div id="refresh" hx-get=… hx-trigger="refresh">
//
// Without `acting`, moves are only told to the moderator. Where none are listed it only updates the
// page; without it every button and form still works.

import { answered, drop, refuse, send, valueOf, waiting } from "./posting.js";
import { requests, trouble } from "./press.js";

const VIBRATION_MS = 200;
const SILENT_MS = 8000; // without an answer for so long, the board can be pressed again
const byId = (id) => document.getElementById(id);
const sentence = () => byId("task").querySelector("h1").textContent;
const isOwnTurn = () => Boolean(byId("task").querySelector(".own-turn"));
// The number of new messages before it is set by messages.js.
const title = document.title.replace(/^\(\d+\) /, "").replace(`${sentence()} · `, "");
const wasWaiting = Boolean(byId("live").querySelector("[data-waiting]"));
let wasOwnTurn = isOwnTurn();

// Parts of the page outside the frame that change with it.
function update() {
  for (const template of byId("live").querySelectorAll("template[data-for]")) {
    const part = byId(template.dataset.for);
    if (part && part.innerHTML !== template.innerHTML) part.innerHTML = template.innerHTML;
  }
  document.title = `${sentence()} · ${title}`;
  if (isOwnTurn() && !wasOwnTurn && navigator.userActivation?.hasBeenActive) {
    navigator.vibrate?.(VIBRATION_MS);
  }
  wasOwnTurn = isOwnTurn();
  document.dispatchEvent(new Event("task"));
}

function follow() {
  update();
  const acts = byId("acts");
  if (!acts || requests.size) return; // the response will bring the forms
  const isOwn = isOwnTurn() && !byId("slip");
  acts.hidden = !isOwn;
  const version = Number(byId("live").dataset.version);
  if (Number(acts.dataset.version) >= version) return;
  // Thirty phones see every move; only the one whose turn it is fetches its forms. A move that is
  // being prepared is looked at again: the server says if it isn't possible any more.
  const prepared = byId("confirm");
  if (prepared) {
    const after = document.querySelector("[form=press][name=after]");
    if (after) prepared.elements.after.value = after.value;
    byId("again").click();
  } else if (isOwn) htmx.trigger("#refresh", "refresh");
}

document.addEventListener("frame", () => {
  const isWaiting = Boolean(byId("live").querySelector("[data-waiting]"));
  const isActing = Boolean(byId("live").querySelector("[form=press][name=after]"));
  // The game has been started, or moves by seats were switched on or off.
  const wasActing = Boolean(document.querySelector(".board.acting"));
  if (isWaiting !== wasWaiting || isActing !== wasActing) location.reload();
  else follow();
});
document.addEventListener("htmx:afterSettle", () => {
  const wrong = document.querySelector("#acts [autofocus]");
  if (wrong) wrong.focus();
  follow();
});

// Moves: htmx asks first, and the outbox goes on until there is an answer.

const asking = new Map(); // by key
const isMove = ({ requestConfig }) => /\/(move|finish)\/$/.test(requestConfig.path);

function itemOf({ path, formData }) {
  const fields = [...formData].filter(([name]) => name !== "csrfmiddlewaretoken");
  return { name: "move", path, fields: [...fields, ["part", "text"]] };
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isMove(event.detail) || !waiting().length) return;
  event.preventDefault();
  send(itemOf(event.detail.requestConfig));
});
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  if (!isMove(detail)) return;
  const { xhr } = detail;
  const item = itemOf(detail.requestConfig);
  asking.set(valueOf(item, "key"), xhr);
  const sent = send(item, new Promise((done) => xhr.addEventListener("loadend", done)));
  xhr.addEventListener("load", () => isAnswer(xhr) && drop(sent, xhr.status));
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isMove(detail) && !isAnswer(detail.xhr)) detail.shouldSwap = false;
});

const isAnswer = (xhr) => Boolean(xhr.getResponseHeader("X-Key"));

answered("move", (item, { status, text }) => {
  asking.get(valueOf(item, "key"))?.abort();
  if (status !== 200) refuse(text);
  byId("confirm")?.remove(); // what it asks has been done
  htmx.trigger("#refresh", "refresh");
});

function fail(kind) {
  if (!waiting("move").length) trouble(kind);
}

if (globalThis.htmx) htmx.config.timeout = SILENT_MS;
for (const type of ["sendError", "timeout"]) document.addEventListener(`htmx:${type}`, () => fail("unsent"));
document.addEventListener("htmx:responseError", (event) => {
  // No access or no seat any more: reloading the page explains it best.
  if (event.detail.xhr.status === 404) location.reload();
  else fail("broken");
});
document.addEventListener("click", (event) => {
  const folded = event.target.closest?.(".at-first a");
  if (!folded) return;
  event.preventDefault();
  document.querySelector(folded.hash).open = true;
  byId("menu").open = true;
});
document.addEventListener("answered", follow);
follow();
