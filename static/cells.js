// Pressing a cell of the chart: what can be done there appears beside it, and the page stays.
//
//   <button form="cells" name="cell" value="egypt.nubia">     in the chart
//   <div id="cell" data-url="/g/X/cell/">                     the panel, from the server
//     <section data-cell data-query data-other data-after>…<div id="cell-out">…</section></div>
//
// It knows no rule: every tab, number and preview comes from the server. Without it a press loads
// the page with the panel in it.

import { stepped } from "./steps.js";
import { isTyped } from "./stored.js";

const WAIT_MS = 60; // from the last press or keystroke to the request
const GAP = 10; // between the row and the panel
const hasMouse = matchMedia("(pointer: fine)").matches; // a focused field opens no keyboard

const holder = document.getElementById("cell");
const panel = () => holder.querySelector("[data-cell]");
const buttonOf = (cell) => document.querySelector(`[form=cells][value="${CSS.escape(cell)}"]`);
const tdOf = (cell) => buttonOf(cell)?.closest("td");

let timer = 0;
let question = null;
let isEntered = false; // Enter came before the answer to the number

async function get(query) {
  question?.abort();
  const mine = new AbortController();
  question = mine;
  try {
    const answer = await fetch(`${holder.dataset.url}?${query}`, {
      signal: mine.signal,
      cache: "no-store",
    });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    const html = await answer.text();
    return question === mine ? html : null;
  } catch {
    return null;
  } finally {
    if (question === mine) question = null;
  }
}

// Opening and closing

// The focus goes into the panel, unless nobody has pressed anything and it is elsewhere.
async function open(query, isPressed = true) {
  stopAsking();
  const html = await get(query);
  if (html === null) return;
  const isNew = !panel();
  const isFocused = isPressed || holder.contains(document.activeElement);
  if (!html.trim()) return close();
  holder.innerHTML = html;
  dress();
  const link = !isNew && holder.querySelector(`[aria-current][href*="${CSS.escape(query)}"]`);
  const number = hasMouse && holder.querySelector("#cell-number");
  if (isFocused) (link || number || panel()).focus({ preventScroll: true });
}

function close(isFocusKept = false) {
  const cell = panel()?.dataset.cell;
  stopAsking();
  question?.abort();
  holder.replaceChildren();
  mark();
  if (cell && !isFocusKept) buttonOf(cell)?.focus({ preventScroll: true });
}

// After each new panel: what needs a script is shown, and the panel gets its place

function dress() {
  mark();
  if (!panel()) return;
  for (const hidden of holder.querySelectorAll("[data-step], [data-n]")) hidden.hidden = false;
  press();
  window.htmx?.process(holder);
  place();
}

function press() {
  const number = holder.querySelector("#cell-number");
  for (const button of holder.querySelectorAll("[data-n]")) {
    button.setAttribute("aria-pressed", String(button.dataset.n === number?.value));
  }
}

// The cell and whom the move concerns are framed, with an arrow between them.
function mark() {
  for (const old of document.querySelectorAll(".cell-on, .cell-at")) {
    old.classList.remove("cell-on", "cell-at", "cell-right", "cell-left");
  }
  const shown = panel();
  const on = shown && tdOf(shown.dataset.cell);
  if (!on) return;
  on.classList.add("cell-on");
  const other = shown.dataset.other && tdOf(cellOf(shown.dataset.other));
  if (!other || !on.closest(".chart")) return;
  const [from, at] = "isTarget" in shown.dataset ? [other, on] : [on, other];
  from.classList.add("cell-on", at.cellIndex > from.cellIndex ? "cell-right" : "cell-left");
  at.classList.replace("cell-on", "cell-at") || at.classList.add("cell-at");
}

function cellOf(seat) {
  const { cell } = panel().dataset;
  return seat + cell.slice(cell.indexOf("."));
}

// The panel is beside the cell's row, never over it, and where there is more room. Without a cell it
// stays where the page has it.
function place() {
  const shown = panel();
  const td = tdOf(shown?.dataset.cell || "");
  holder.classList.toggle("floats", Boolean(td));
  if (!td) return;
  const row = td.parentElement.getBoundingClientRect();
  const cell = td.getBoundingClientRect();
  const table = td.closest("table");
  const area = table.closest(".sheet").getBoundingClientRect();
  const names = table.querySelector("tbody th").getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const isNarrow = width < 640;
  const first = isNarrow || !td.closest(".chart") ? 8 : names.right + 4;
  const most = isNarrow || !td.closest(".chart") ? width - 8 : Math.max(area.right, first + 300);
  holder.style.width = isNarrow ? `${width - 16}px` : "";
  holder.style.maxWidth = `min(${most - first}px, 37rem)`;
  shown.style.maxHeight = "";
  const size = shown.getBoundingClientRect();
  const below = innerHeight - row.bottom - GAP * 1.5;
  const above = row.top - GAP * 1.5;
  const isBelow = size.height <= below || (size.height > above && below >= above);
  const height = Math.min(size.height, Math.max(isBelow ? below : above, 160));
  shown.style.maxHeight = `${height}px`;
  const middle = (cell.left + cell.right) / 2;
  const left = Math.max(first, Math.min(middle - size.width / 2, most - size.width));
  const top = isBelow ? row.bottom + GAP : row.top - GAP - height;
  const origin = holder.offsetParent.getBoundingClientRect();
  holder.style.left = `${left - origin.left}px`;
  holder.style.top = `${top - origin.top}px`;
  holder.style.setProperty("--notch", `${middle - left}px`);
  holder.classList.toggle("above", !isBelow);
}

// A new number, or a new amount: only what would happen is asked for again

function stopAsking() {
  clearTimeout(timer);
  timer = 0;
}

function ask() {
  isEntered = false;
  press();
  clearTimeout(timer);
  timer = setTimeout(preview, WAIT_MS);
}

async function preview() {
  timer = 0;
  const form = panel()?.querySelector("form");
  if (!form) return;
  const html = await get(queryOf(form));
  const old = document.getElementById("cell-out");
  if (html === null || !old || panel()?.querySelector("form") !== form) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("cell-out");
  if (!fresh) return;
  const isFocused = old.contains(document.activeElement);
  old.replaceWith(fresh);
  if (isFocused) document.getElementById("cell-record").focus({ preventScroll: true });
  place();
  if (isEntered) document.getElementById("cell-record").click();
  isEntered = false;
}

function queryOf(form) {
  const fields = new URLSearchParams(new FormData(form));
  fields.delete("csrfmiddlewaretoken");
  fields.delete("key");
  return fields;
}

function change(input, value) {
  input.value = value;
  ask();
}

// Presses

function onPress(event) {
  const target = event.target;
  const cell = target.closest?.("button[form=cells]");
  if (cell) {
    event.preventDefault();
    return pressCell(cell.value);
  }
  if (!panel()) return;
  if (!holder.contains(target)) {
    if (!target.isConnected) return;
    const isOnNothing = !target.closest("a, button, input, select, textarea, summary, label");
    return close(!isOnNothing);
  }
  const link = target.closest("a");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    return "close" in link.dataset ? close() : open(new URL(link.href).search.slice(1));
  }
  const button = target.closest("[data-step], [data-n]");
  if (!button) return;
  const number = button.closest(".cell-step")?.querySelector("input");
  if (button.dataset.n) change(holder.querySelector("#cell-number"), button.dataset.n);
  else change(number, stepped(number, Number(button.dataset.step)));
}

// A cell in the row of an open panel chooses the other side; any other opens its own panel.
function pressCell(cell) {
  const shown = panel();
  if (shown?.dataset.cell === cell) return close();
  for (const pick of holder.querySelectorAll(".cell-picks a[data-seat]")) {
    if (cellOf(pick.dataset.seat) !== cell) continue;
    const isChosen = pick.hasAttribute("aria-current");
    return isChosen ? undefined : open(new URL(pick.href).search.slice(1));
  }
  return open(new URLSearchParams({ cell }));
}

document.addEventListener("click", onPress);
document.addEventListener("input", (event) => holder.contains(event.target) && ask());
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (timer || question) && event.target.matches("#cell input")) {
    event.preventDefault();
    isEntered = true;
  }
  if (event.key !== "Escape" || event.defaultPrevented || !panel()) return;
  event.preventDefault();
  close();
});
addEventListener("resize", () => panel() && place());

// After a response: an accepted form closes the panel, a rejected one shows why; after somebody
// else's move it is asked for again.
let wasAt = ""; // the cell of the form that is being sent

document.addEventListener("htmx:beforeRequest", (event) => {
  if (holder.contains(event.detail.elt)) wasAt = panel().dataset.cell;
});
document.addEventListener("htmx:afterSettle", () => {
  if (!wasAt) return renew();
  if (panel()) dress();
  else {
    mark();
    if (document.activeElement === document.body) buttonOf(wasAt)?.focus({ preventScroll: true });
  }
  wasAt = "";
});
for (const failed of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failed, () => (wasAt = ""));
}
document.addEventListener("frame", renew);

function renew() {
  const shown = panel();
  if (!shown) return;
  const after = document.querySelector("#live [name=after]")?.value;
  if (shown.dataset.after === after) {
    mark();
    place();
  } else if (!wasAt) {
    const form = shown.querySelector("form");
    const isTouched = form && [...form.querySelectorAll("[name]:not(button)")].some(isTyped);
    if (!isTouched) open(shown.dataset.query, false);
    else mark();
  }
}

dress();
