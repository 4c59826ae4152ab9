// The move that is being prepared on a phone: its number, and what becomes of it when the chart changes.
//
//   <form id="confirm">           the preview of a move
//     <button id="again">         asks for it again, with the number that is typed
//     <button id="change-move">   back to the list
//
// It knows no rule; without it the form works as it is.

import "./numbers.js";

const byId = (id) => document.getElementById(id);
let isInside = false; // where the keyboard was

// What is recorded is what the page shows: a typed number is shown first.
document.addEventListener("input", ({ target }) => {
  if (target.id === "confirm-number") byId("confirm-move")?.setAttribute("aria-disabled", "true");
});
document.addEventListener("change", ({ target }) => {
  if (target.id === "confirm-number") byId("again").click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") byId("change-move")?.click();
});

document.addEventListener("htmx:beforeSwap", () => {
  isInside = Boolean(document.activeElement?.closest("#acts"));
});
document.addEventListener("htmx:afterSettle", () => {
  const isLost = isInside && document.activeElement === document.body;
  if (isLost) (byId("confirm-title") || byId("acts"))?.focus({ preventScroll: true });
});
