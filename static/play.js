// The student's page: says whose turn it is, and fetches the forms when it becomes the student's.
//
//   <div class="board" data-game="1" data-own-turn="Your turn">
//     <p id="turn"> in the frame  <section id="acts" data-version hidden>
//     <div id="refresh" hx-get=… hx-trigger="refresh">
//
// Where seats don't make moves it does nothing; without it every button and form still works.

import { requests } from "./press.js";

const byId = (id) => document.getElementById(id);
const board = document.querySelector(".board[data-own-turn]");
const title = document.title.replace(`${board?.dataset.ownTurn} · `, "");

function follow() {
  const isOwn = Boolean(byId("turn"));
  document.title = isOwn ? `${board.dataset.ownTurn} · ${title}` : title;
  const acts = byId("acts");
  if (!acts || requests.size) return; // the response will bring the forms
  acts.hidden = !isOwn;
  const version = Number(byId("live").dataset.version);
  // Thirty phones see every move; only the one whose turn it is fetches its forms.
  if (isOwn && Number(acts.dataset.version) < version) htmx.trigger("#refresh", "refresh");
}

document.addEventListener("frame", () => {
  const isActing = Boolean(byId("live").querySelector("[form=press][name=after]"));
  if (isActing !== Boolean(byId("press"))) location.reload(); // moves by seats were switched on or off
  else follow();
});
document.addEventListener("htmx:afterSettle", () => {
  byId("trouble").hidden = true;
  const wrong = document.querySelector("#acts [autofocus]");
  if (wrong) wrong.focus();
  follow();
});

function trouble(kind) {
  byId("trouble").textContent = byId("trouble").dataset[kind];
  byId("trouble").hidden = false;
}

document.addEventListener("htmx:sendError", () => trouble("unsent"));
document.addEventListener("htmx:responseError", (event) => {
  // No access or no seat any more: reloading the page explains it best.
  if (event.detail.xhr.status === 404) location.reload();
  else trouble("broken");
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[aria-disabled=true]")) event.preventDefault();
});
document.addEventListener("answered", follow);
if (byId("press")) follow();
