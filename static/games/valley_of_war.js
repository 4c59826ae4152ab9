// The referee's sheet: choose both Emperors' outcomes in either order, the second one records; and the Haji countdown.
// Contains no rules. Without it Red is chosen first, and Blue's button records.
//
//   <form class="throw"><input type="radio" name="red"> <button name="blue">…</form>
//   <button id="haji" data-haji="3 2 1 Haji!" hidden> <button id="haji-sound" aria-pressed hidden>

import { beep } from "../clock_sound.js";

const STEP_MS = 500; // between two words of the countdown
const LAST_MS = 900; // how long the last word is shown

const byId = (id) => document.getElementById(id);

// Two buttons, in either order

const blueOf = (form) => form.querySelector("button[name=blue][aria-pressed=true]");

function pressBlue(event, button) {
  const form = button.form;
  const before = blueOf(form);
  before?.removeAttribute("aria-pressed");
  if (form.querySelector("input[name=red]:checked")) return; // both are chosen: the form is sent
  event.preventDefault();
  if (before !== button) button.setAttribute("aria-pressed", "true");
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.(".throw button[name=blue]");
    if (button) pressBlue(event, button);
  },
  true,
);
document.addEventListener("click", (event) => {
  const radio = event.target.closest?.(".throw input[name=red]");
  // Arrow keys click each choice that they pass (detail 0): then only Blue's button records.
  if (radio && event.detail) blueOf(radio.form)?.click();
});

// The Haji countdown

let timers = [];
let isSoundOn = false;

function sound(isLast) {
  if (isSoundOn) beep(1, isLast ? 880 : 440, isLast ? 0.5 : 0.15);
}

function toggleSound() {
  isSoundOn = !isSoundOn;
  showButtons();
  sound(true);
}

function overlay() {
  const found = byId("haji-count");
  if (found) return found;
  const made = document.createElement("div");
  made.id = "haji-count";
  made.setAttribute("role", "status");
  made.addEventListener("click", stop);
  document.body.append(made);
  return made;
}

function stop() {
  timers.forEach(clearTimeout);
  timers = [];
  byId("haji-count")?.remove();
}

function count(words) {
  stop();
  document.querySelector(".throw")?.classList.remove("forward");
  const shown = overlay();
  const last = words.length - 1;
  words.forEach((word, i) => {
    const say = () => {
      shown.textContent = word;
      shown.classList.toggle("last", i === last);
      sound(i === last);
    };
    if (i) timers.push(setTimeout(say, i * STEP_MS));
    else say();
  });
  timers.push(setTimeout(bringForward, last * STEP_MS + LAST_MS));
}

// After the throw the referee enters its result.
function bringForward() {
  stop();
  const form = document.querySelector(".throw");
  form?.classList.add("forward");
  form?.scrollIntoView({ block: "nearest" });
  form?.querySelector("input[name=red]")?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const haji = event.target.closest?.("#haji");
  if (haji) count(haji.dataset.haji.split(" "));
  if (event.target.closest?.("#haji-sound")) toggleSound();
});
document.addEventListener("keydown", (event) => event.key === "Escape" && stop());

// The buttons are replaced with every move

function showButtons() {
  for (const id of ["haji", "haji-sound"]) {
    if (byId(id)) byId(id).hidden = false;
  }
  byId("haji-sound")?.setAttribute("aria-pressed", String(isSoundOn));
}

document.addEventListener("htmx:afterSettle", showButtons);
showButtons();
