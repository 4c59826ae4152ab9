// Boards with buttons: one press at a time, and keyboard focus.
//
//   <form id="press" hx-post=…>            outside the frame
//   <button form="press" name="move" value="{…}">   in the frame; a `formaction` goes elsewhere

import { remember } from "./remember.js";

// With it, some browsers drop the comments that mark the parts of a frame; htmx then uses DOMParser.
delete Document.parseHTMLUnsafe;

const live = () => document.getElementById("live");

// Requests without a response yet. Each is watched itself: htmx's events don't arrive from a form
// that has been removed in the meantime.
export const requests = new Set();
export const isRefresh = (event) => event.detail.requestConfig.elt.id === "refresh";

// One request at a time: until its response the board and the forms are busy.
let sent = null;
export const isBusy = () => sent !== null;

function waitFor(xhr) {
  sent = xhr;
  document.querySelector(".board").setAttribute("aria-busy", String(isBusy()));
}

document.addEventListener("htmx:beforeSend", (event) => {
  const { xhr } = event.detail;
  requests.add(xhr);
  if (!isRefresh(event)) waitFor(xhr);
  xhr.addEventListener("loadend", () => {
    requests.delete(xhr);
    if (sent === xhr) waitFor(null);
    document.dispatchEvent(new Event("answered"));
  });
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isRefresh(event)) waitFor(null);
  else if (requests.size > 1) event.detail.shouldSwap = false; // the other response has newer forms
});
document.addEventListener(
  "submit",
  (event) => {
    if (!isBusy() || !event.target.matches("#press, :is(#undoing, #acts, #cell) form[hx-post]")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// htmx doesn't send a button outside its form.
document.addEventListener("htmx:configRequest", (event) => {
  const button = event.detail.triggeringEvent?.submitter;
  if (event.detail.elt.id !== "press" || !button) return;
  if (button.name) event.detail.parameters.set(button.name, button.value);
  const elsewhere = button.getAttribute("formaction");
  if (elsewhere) event.detail.path = elsewhere;
});

// A button that has the focus keeps it, unlike with `disabled`.
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[aria-disabled=true]")) event.preventDefault();
});

// The board stays as it was left, and the focus on the same button, or on the board's first.
let back = null;

document.addEventListener("htmx:beforeSwap", () => (back = live() && remember(live())));
document.addEventListener("htmx:afterSettle", () => {
  trouble("");
  back?.(); // htmx sends this once for each swapped part
  back = null;
});

// Says that a request has failed: `kind` is an attribute of #trouble; without one it is over.
export function trouble(kind) {
  const banner = document.getElementById("trouble");
  if (!banner) return;
  banner.hidden = !kind;
  if (kind) banner.textContent = banner.dataset[kind];
}

// A button that has just appeared ignores presses for a moment: a double press, meant for the button
// that was there before, must not use it.
//
//   <button form="press" data-delayed>
const DELAY_MS = 700;
let appeared = new Map(); // by the button's id and value, in milliseconds

const keyOf = (button) => `${button.id} ${button.value}`;

function noteButtons(at = performance.now()) {
  const before = appeared;
  const buttons = [...(live()?.querySelectorAll("button[data-delayed]") || [])];
  appeared = new Map(buttons.map((one) => [keyOf(one), before.get(keyOf(one)) ?? at]));
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("button[data-delayed]");
    if (!button || !event.isTrusted) return; // a script presses what it means
    const now = performance.now();
    if (now - (appeared.get(keyOf(button)) ?? now) >= DELAY_MS) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
document.addEventListener("frame", () => noteButtons());
document.addEventListener("htmx:afterSettle", () => noteButtons());
noteButtons(-DELAY_MS);
