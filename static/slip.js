// The order slip on a student's page: each press shows at once and is saved a moment later.
//
//   <form id="slip-form">      outside the frame    <div id="slip-message" role="status">
//   <section id="slip">        in the frame, with buttons of the form: named `change` with the value
//                              `PLACE MORE` (a number), and `do`
//
// Presses are added to the slip that the server sent last, and sent with its version. If somebody
// else has changed it meanwhile (409), they are added to the newest slip and sent again. The server
// checks everything; without a script the buttons send the form themselves.

import { newKey, post as postForm } from "./posting.js";
import { whenReleased } from "./pressing.js";
import { remember } from "./remember.js";
import { setOff } from "./steps.js";

const WAIT_MS = 300; // so that several presses are sent together
const PAUSE_MS = 800;
const RETRY_MS = [1000, 2000, 4000, 8000];

const form = document.getElementById("slip-form");
const message = document.getElementById("slip-message");
const said = message.dataset;

let shown = document.getElementById("slip"); // as the server sent it last, with the presses added
let waiting = new Map(); // place: how much more
let asked = ""; // "seal" or "open", to be sent as soon as possible
let sending = null; // {changes, asked, body, tries}
let timer = 0;
let newer = null; // a slip that a frame brought while one is being saved
let pausedUntil = 0; // so that the second of two quick presses on "seal" doesn't open it again

const slip = () => document.getElementById("slip");
const rows = () => [...slip().querySelectorAll("[data-place]")];

// To write, sealed, or none: for another stage the task at the top of the page comes into sight.
const stage = () => (slip() ? `sealed: ${slip().dataset.sealed !== undefined}` : "");
let stageShown = stage();

function followStage() {
  if (stage() !== stageShown) scrollTo(0, 0);
  stageShown = stage();
}

// What has been pressed and is not on the server's slip yet

const pending = (place) => (waiting.get(place) || 0) + (sending?.changes.get(place) || 0);
const left = () =>
  rows().reduce((rest, row) => rest - pending(row.dataset.place), Number(slip().dataset.left));

function canAdd(row, more) {
  const placed = Number(row.dataset.placed) + pending(row.dataset.place);
  if (more < 0) return placed + more >= 0;
  return left() >= more && placed + more <= Number(row.dataset.most);
}

function draw() {
  followStage();
  if (!slip()) return;
  for (const by of slip().querySelectorAll("[data-by]")) by.hidden = by.dataset.by === said.person;
  if (!rows().length) return;
  for (const row of rows()) drawRow(row);
  const rest = left();
  for (const [i, piece] of [...slip().querySelectorAll(".pieces i")].entries()) {
    piece.classList.toggle("used", i >= rest);
  }
  slip().querySelector(".left b").textContent = rest;
  slip().querySelector(".left").classList.toggle("none", !rest);
  const seal = document.getElementById("slip-seal");
  setOff(seal, rest > 0);
  const hint = seal.querySelector("small");
  hint.textContent = rest ? hint.dataset.more.replace("{n}", rest) : hint.dataset.none;
  const isSaved = !sending && !waiting.size && Number(slip().dataset.version);
  const state = sending || waiting.size ? said.saving : isSaved ? said.saved : "";
  slip().querySelector(".kept").textContent = state;
}

function drawRow(row) {
  const placed = Number(row.dataset.placed) + pending(row.dataset.place);
  const after = Number(row.dataset.before) + placed;
  row.classList.toggle("on", placed > 0);
  row.querySelector(".after").classList.toggle("zero", !after);
  row.querySelector(".after > b").textContent = after;
  row.querySelector(".after > s").hidden = !placed || row.dataset.before === "0";
  const [fewer, more] = [row.querySelector(".fewer"), row.querySelector(".more")];
  if (!more) return;
  const number = row.querySelector(".placed");
  number.textContent = placed;
  number.hidden = !placed;
  if (!placed && document.activeElement === fewer) more.focus();
  fewer.hidden = !placed;
  setOff(more, !canAdd(row, 1));
}

// Pressing

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[form=slip-form]");
  if (!button || !slip()) return;
  event.preventDefault();
  if (button.getAttribute("aria-disabled") === "true" || asked || sending?.asked) return;
  if (button.name === "do") {
    if (Date.now() < pausedUntil) return;
    asked = button.value;
    send();
    return;
  }
  const [place, more] = button.value.split(" ");
  const row = rows().find((one) => one.dataset.place === place);
  message.replaceChildren();
  if (!row || !canAdd(row, Number(more))) return;
  add(place, Number(more));
  draw();
  clearTimeout(timer);
  timer = setTimeout(send, WAIT_MS);
});

function add(place, more) {
  const sum = (waiting.get(place) || 0) + more;
  if (sum) waiting.set(place, sum);
  else waiting.delete(place);
}

// Saving

function send() {
  clearTimeout(timer);
  if (sending || !slip() || (!waiting.size && !asked)) return;
  // The slip's version is one of the form's fields.
  const body = new FormData(form);
  body.set("key", newKey());
  body.set("part", "slip");
  for (const [place, more] of waiting) body.append("change", `${place} ${more}`);
  if (asked) body.set("do", asked);
  sending = { changes: waiting, asked, body, tries: 0 };
  waiting = new Map();
  asked = "";
  draw();
  post();
}

async function post() {
  clearTimeout(timer);
  const sent = sending;
  try {
    const { status, text } = await postForm(form, sent.body);
    await new Promise(whenReleased);
    take(status, text);
  } catch {
    // With the same key, it is never saved twice.
    say(said.unsaved);
    timer = setTimeout(post, RETRY_MS[Math.min(sent.tries, RETRY_MS.length - 1)]);
    sent.tries += 1;
  }
}

function take(status, html) {
  const part = document.createElement("template");
  part.innerHTML = html;
  const fresh = newest(part.content.getElementById("slip"), newer);
  newer = null;
  const sentence = part.content.querySelector("[data-sentence]")?.textContent || "";
  const { changes, asked: wanted } = sending;
  sending = null;
  if (fresh) replace(fresh);
  if (status === 409) {
    const isLost = merge(changes, fresh);
    say(wanted || !fresh || fresh.dataset.sealed !== undefined ? sentence : isLost ? said.clipped : "");
  } else {
    say(sentence);
  }
  if (wanted) pausedUntil = Date.now() + PAUSE_MS;
  if (wanted && status === 200) slip()?.querySelector("h2")?.focus({ preventScroll: true });
  draw();
  if (waiting.size || asked) send();
}

// Adds presses that came too late to the newest slip; returns whether some are no longer possible.
function merge(changes, fresh) {
  const all = new Map(changes);
  for (const [place, more] of waiting) all.set(place, (all.get(place) || 0) + more);
  waiting = new Map();
  if (!fresh || fresh.dataset.sealed !== undefined) return true;
  let isLost = false;
  // Fewer first: what is taken back can be placed elsewhere.
  for (const [place, more] of [...all].sort((one, other) => one[1] - other[1])) {
    const row = rows().find((each) => each.dataset.place === place);
    for (let n = 0; n < Math.abs(more); n += 1) {
      if (row && canAdd(row, Math.sign(more))) add(place, Math.sign(more));
      else isLost = true;
    }
  }
  return isLost;
}

function say(sentence) {
  if (message.textContent.trim() === sentence) return;
  const line = document.createElement("p");
  line.className = "message bad";
  line.textContent = sentence;
  message.replaceChildren(...(sentence ? [line] : []));
}

// The page

function newest(one, other) {
  const isNewer = one && other && other.dataset.turn === one.dataset.turn;
  return isNewer && Number(other.dataset.version) > Number(one.dataset.version) ? other : one;
}

function replace(fresh) {
  const old = slip();
  if (!old) return;
  const back = remember(document.getElementById("live"));
  old.replaceWith(fresh);
  shown = fresh;
  back();
}

// A frame has replaced everything. Until the response to a press the slip stays as it is; an older
// one than that of the last response is outdated.
function follow() {
  const fresh = slip();
  const isSameTurn = fresh && shown && fresh.dataset.turn === shown.dataset.turn;
  if (isSameTurn && (sending || newest(fresh, shown) === shown)) {
    if (sending) newer = fresh;
    replace(shown);
  } else {
    shown = fresh;
  }
  if (!isSameTurn || shown.dataset.sealed !== undefined) waiting = new Map();
  else if (waiting.size && !sending && merge(new Map(), shown)) say(said.clipped);
  draw();
}

document.addEventListener("frame", follow);
addEventListener("online", () => sending?.tries && post());
document.addEventListener("visibilitychange", () => document.hidden && send());
draw();
