// Announces the end of a game on the wall, from the last place to the winner.
//
//   <section class="end" data-end="KEY" data-steps="5">     in #live
//     <li data-step="1">…                                   shown from the first step on
//     <div class="end-next" hidden><button data-next>       shown until the last one
//
// Space, Enter and an arrow to the right or down go on; an arrow to the left or up goes back. How far
// it got is kept for this tab, so a reload gives nothing away.

import { keep, recall } from "./stored.js";

const FORTH = [" ", "Enter", "ArrowRight", "ArrowDown"];
const BACK = ["ArrowLeft", "ArrowUp"];

const end = () => document.querySelector("#live .end[data-end]");
const keyOf = (part) => `end ${location.pathname} ${part.dataset.end}`;

const shownOf = (part) => Number(recall("sessionStorage", keyOf(part)) ?? part.dataset.shown ?? 0);

function show(part, shown, isNew = false) {
  part.dataset.shown = shown;
  keep("sessionStorage", keyOf(part), shown);
  for (const one of part.querySelectorAll("[data-step]")) {
    const step = Number(one.dataset.step);
    one.classList.toggle("is-later", step > shown);
    one.classList.toggle("is-now", isNew && step === shown);
  }
  part.querySelector(".end-next").hidden = shown >= Number(part.dataset.steps);
}

function go(by) {
  const part = end();
  if (!part) return false;
  const now = shownOf(part);
  const next = Math.min(Math.max(now + by, 0), Number(part.dataset.steps));
  if (next !== now) show(part, next, by > 0);
  return next !== now;
}

function begin() {
  const part = end();
  if (part) show(part, shownOf(part));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("a, button")) return;
  const by = FORTH.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
  if (by && go(by)) event.preventDefault();
});
document.addEventListener("click", (event) => event.target.closest?.("[data-next]") && go(1));
document.addEventListener("frame", begin);
begin();
