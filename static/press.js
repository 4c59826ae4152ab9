// Boards with buttons: what is pressed, where the keyboard was, and the program's turn.
//
//   <form id="press" hx-post=…>            outside the frame
//   <button form="press" name="move" value="{…}">   in the frame; a `formaction` goes elsewhere
//   <button form="press" formaction=… data-partner> pressed by itself after a moment

import { nameOf } from "./remember.js";

const PARTNER_MS = 1200; // long enough to see what was done before

const live = () => document.getElementById("live");

// A button outside its form: htmx sends the form alone.
document.addEventListener("htmx:configRequest", (event) => {
  const button = event.detail.triggeringEvent?.submitter;
  if (event.detail.elt.id !== "press" || !button) return;
  if (button.name) event.detail.parameters.set(button.name, button.value);
  const elsewhere = button.getAttribute("formaction");
  if (elsewhere) event.detail.path = elsewhere;
});

// The keyboard stays where it was: on the same button, or on the board's first.
let pressed = null;

document.addEventListener("htmx:beforeSwap", () => {
  const focused = document.activeElement;
  const isOnBoard = live()?.contains(focused) && focused.matches("button");
  pressed = isOnBoard
    ? { name: nameOf(focused), isByKey: focused.matches(":focus-visible") }
    : null;
});
document.addEventListener("htmx:afterSettle", () => {
  if (!pressed) return;
  const { name, isByKey } = pressed;
  pressed = null;
  if (live().contains(document.activeElement)) return;
  const same = name && live().querySelector(name);
  const next = same || (isByKey && live().querySelector("button[form=press][name=move]"));
  if (next) next.focus({ preventScroll: true });
});

// The program plays a seat: any page that is looked at lets it go on, and one is enough.
let timer = 0;

export function letPartnerGoOn() {
  clearTimeout(timer);
  const button = live()?.querySelector("[data-partner]");
  if (!button || document.hidden) return;
  timer = setTimeout(
    () => {
      if (button.isConnected && !document.hidden) button.click();
    },
    PARTNER_MS * (0.75 + Math.random() / 2),
  );
}

document.addEventListener("frame", letPartnerGoOn);
document.addEventListener("htmx:afterSettle", letPartnerGoOn);
document.addEventListener("visibilitychange", letPartnerGoOn);
letPartnerGoOn();
