// The bar at the foot of a phone: − and + beside a number, and what was entered survives new forms.
//
//   <details id="open-…">  <form> [name=choice] data-low data-high  input[type=number]
//     <button data-step="1" hidden>
//   <form id="confirm">    the preview of what was entered in one of them
//
// It knows no rule; without it the forms work as they are.

import "./numbers.js";
import { isRefresh } from "./press.js";
import { stepped } from "./steps.js";

const all = (selector) => [...document.querySelectorAll(`#acts ${selector}`)];
const numberOf = (form) => form?.querySelector("input[type=number]");

// Steps, and the limits of the choice

function dress() {
  for (const button of all("[data-step]")) button.hidden = false;
  for (const form of all(".phone-act form")) limit(form);
}

function limit(form) {
  const number = numberOf(form);
  const chosen = form.querySelector("[name=choice]:checked, select[name=choice] option:checked");
  if (!number || !chosen?.dataset.high) return;
  number.min = chosen.dataset.low;
  number.max = chosen.dataset.high;
  if (Number(number.value) > Number(number.max)) number.value = number.max;
}

function step(button) {
  const number = numberOf(button.form);
  number.value = stepped(number, Number(button.dataset.step));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-step]");
  if (button) step(button);
});
document.addEventListener("change", (event) => {
  const form = event.target.closest?.(".phone-act form");
  if (form && event.target.name === "choice") limit(form);
});
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector(".phone-act[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
// Where the browser doesn't close the other forms itself
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.open || !target.matches?.(".phone-act")) return;
    for (const other of all(".phone-act[open]")) if (other !== target) other.open = false;
  },
  true,
);

// The forms are replaced when somebody else has recorded a move

let kept = null;
let isInside = false; // where the keyboard was

function keep() {
  const form = document.querySelector("#acts .phone-act[open] form, #confirm");
  kept = form && new FormData(form);
}

function restore(entered) {
  const isSame = (one) => one.elements.namedItem("form").value === entered.get("form");
  const form = all(".phone-act form").find(isSame);
  if (!form) return;
  form.closest("details").open = true;
  for (const field of form.querySelectorAll("input:not([type=hidden]), select")) {
    const value = entered.get(field.name);
    if (field.type === "radio") field.checked = field.value === value;
    else if (value) field.value = value;
  }
}

document.addEventListener("htmx:beforeSwap", (event) => {
  kept = null;
  isInside = Boolean(document.activeElement?.closest("#acts"));
  if (isRefresh(event)) keep();
});
document.addEventListener("htmx:afterSettle", () => {
  if (kept) restore(kept);
  kept = null;
  dress();
  const isLost = isInside && document.activeElement === document.body;
  if (isLost) document.getElementById("acts-title")?.focus({ preventScroll: true });
});
dress();
