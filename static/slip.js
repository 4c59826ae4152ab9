// The order slip on a student's page: each press shows at once and is saved a moment later.
//
//   <form id="slip-form">      outside the frame    <div id="slip-message" role="status">
//   <section id="slip">        in the frame, with buttons of the form: named `change` with the value
//                              `PLACE MORE` (a number), and `do`
//   <p class="left"><b>        what is left to place, on the slip and in the page's head
//
// Presses are added to the slip that the server sent last, and sent with its version. If somebody
// else has changed it meanwhile (409), they are added to the newest slip and sent again. A press is
// for the turn in which it was made: until it is saved the outbox (posting.js) keeps it, and it ends
// with that turn. The server checks everything; without a script the buttons send the form themselves.

import {
  answered,
  drop,
  fieldsOf,
  isLate,
  keep,
  kept,
  refuse,
  send as deliver,
  waiting as waitingFor,
} from "./posting.js";
import { whenReleased } from "./pressing.js";
import { remember } from "./remember.js";
import { choose, onHold, setOff } from "./steps.js";

const WAIT_MS = 300; // so that several presses are sent together
const PAUSE_MS = 800;
const HELD = 5; // as much more, or less, gives a button that is held

const form = document.getElementById("slip-form");
const message = document.getElementById("slip-message");
const said = message.dataset;
const { game, seat } = form.elements;

let shown = document.getElementById("slip"); // as the server sent it last, with the presses added
let waiting = new Map(); // place: how much more
let asked = ""; // "seal" or "open", to be sent as soon as possible
let sending = null; // {version, changes, asked, isTakenBack, isLost}
let timer = 0;
let newer = null; // a slip that a frame brought while one is being saved
let pausedUntil = 0; // so that the second of two quick presses on "seal" doesn't open it again

const slip = () => document.getElementById("slip");
const rows = () => [...(slip()?.querySelectorAll("[data-place]") || [])];
const rowOf = (place) => rows().find((row) => row.dataset.place === place);
const turnOf = (part) => part?.dataset.turn;
const isSealed = () => shown?.dataset.sealed !== undefined;

// To write, sealed, or none: for another stage the task at the top of the page comes into sight, and
// what was said about the last one is over.
const stage = () => (shown ? `${turnOf(shown)} ${isSealed()}` : "");
let stageShown = stage();

function followStage() {
  if (stage() === stageShown) return;
  stageShown = stage();
  scrollTo(0, 0);
  say("");
}

// What has been pressed and is not on the server's slip yet

function pending(place) {
  // After a reload the slip may have what is being sent.
  const isAdded = sending?.version === shown.dataset.version;
  return (waiting.get(place) || 0) + ((isAdded && new Map(sending.changes).get(place)) || 0);
}

const left = () =>
  rows().reduce((rest, row) => rest - pending(row.dataset.place), Number(slip().dataset.left));

const placedIn = (row) => Number(row.dataset.placed) + pending(row.dataset.place);

function canAdd(row, more) {
  const placed = placedIn(row);
  if (more < 0) return placed + more >= 0;
  return left() >= more && placed + more <= Number(row.dataset.most);
}

const isUnsaved = () => Boolean(sending || waiting.size || asked);
const isAsked = (what) => [asked, sending?.asked].includes(what);
const keptFor = () => [game.value, seat.value, turnOf(shown)].join(" ");

function draw() {
  keep(...(isUnsaved() ? [{ of: keptFor(), waiting: [...waiting], asked }] : []));
  document.getElementById("slip-left").hidden = !slip() || isSealed();
  if (!slip()) return;
  drawSealing(isLate() && isAsked("seal") && !isSealed());
  for (const one of slip().querySelectorAll("[data-by], [data-own]")) {
    const { by, own } = one.dataset;
    one.hidden = ((own ?? by) === said.person) !== (own !== undefined);
  }
  if (!rows().length) return;
  for (const row of rows()) drawRow(row);
  const rest = left();
  for (const [i, piece] of [...slip().querySelectorAll(".pieces i")].entries()) {
    piece.classList.toggle("used", i >= rest);
  }
  for (const one of document.querySelectorAll(".left")) {
    one.querySelector("b").textContent = rest;
    one.classList.toggle("none", !rest);
  }
  const seal = document.getElementById("slip-seal");
  setOff(seal, rest > 0);
  const hint = seal.querySelector("small");
  hint.textContent = rest ? hint.dataset.more.replace("{n}", rest) : hint.dataset.none;
  const kept = slip().querySelector(".kept");
  kept.classList.toggle("waits", isUnsaved());
  kept.textContent = isUnsaved() ? said.saving : Number(slip().dataset.version) ? said.saved : "";
}

// A seal that waits for the network.
function drawSealing(isSealing) {
  slip().classList.toggle("sealing", isSealing);
  const title = document.getElementById("slip-title");
  title.dataset.title ??= title.textContent;
  title.textContent = isSealing ? said.waiting : title.dataset.title;
  const waits = slip().querySelector(".slip-sealing");
  const made = document.getElementById("slip-sealing").content;
  if (!isSealing) waits?.remove();
  else if (!waits) slip().querySelector(".slip-foot").append(made.cloneNode(true));
}

function drawRow(row) {
  const placed = placedIn(row);
  const after = Number(row.dataset.before) + placed;
  row.classList.toggle("on", placed > 0);
  row.classList.toggle("unsaved", isLate() && pending(row.dataset.place) !== 0);
  row.classList.toggle("reached", after >= Number(row.dataset.at || Infinity));
  const [own, now] = [row.querySelector(".own"), row.querySelector(".after")];
  if (now) now.textContent = after;
  if (own) {
    own.hidden = !after;
    own.querySelector("s").hidden = !placed || row.dataset.before === "0";
  }
  const [fewer, more] = [row.querySelector(".fewer"), row.querySelector(".more")];
  if (!more) return;
  const number = row.querySelector(".placed");
  number.textContent = placed;
  number.disabled = !canAdd(row, 1) && !placed;
  if (!placed && document.activeElement === fewer) more.focus();
  fewer.hidden = !placed;
  setOff(more, !canAdd(row, 1));
}

// Pressing

// Buttons that can be pressed now: not while the slip is being sealed or opened.
const isOff = (button) =>
  button.getAttribute("aria-disabled") === "true" ||
  isAsked("seal") ||
  (isSealed() && isAsked("open"));

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#slip-unseal")) unseal();
  const number = event.target.closest?.("#slip .placed");
  if (number && !isOff(number)) choosePlaced(number.closest("tr").dataset.place);
  const button = event.target.closest?.("button[form=slip-form]");
  if (!button || !slip()) return;
  event.preventDefault();
  if (isOff(button)) return;
  if (button.name === "do") {
    if (Date.now() < pausedUntil) return;
    say("");
    asked = button.value;
    send();
    return;
  }
  const [place, more] = button.value.split(" ");
  put(place, Number(more));
});

onHold("#slip [data-hold]", (button) => {
  if (isOff(button)) return "";
  const [place, one] = button.value.split(" ");
  const more = possible(rowOf(place), HELD * Number(one));
  put(place, more);
  return more ? `${more > 0 ? "+" : "−"}${Math.abs(more)}` : "";
});

async function choosePlaced(place) {
  const [row, now] = [rowOf(place), () => placedIn(rowOf(place))];
  const name = row.querySelector("th b").textContent;
  const number = await choose(name, now(), now() + possible(row, Infinity));
  if (!rowOf(place)) return;
  if (number !== null) put(place, possible(rowOf(place), number - now()));
  rowOf(place).querySelector(".placed")?.focus({ preventScroll: true });
}

// So much more, or less, of what is wanted can be placed there now.
function possible(row, more) {
  if (more < 0) return -Math.min(-more, placedIn(row));
  return Math.max(0, Math.min(more, left(), Number(row.dataset.most) - placedIn(row)));
}

function put(place, more) {
  const row = rowOf(place);
  say("");
  if (!row || !more || !canAdd(row, more)) return;
  add(place, more);
  draw();
  clearTimeout(timer);
  timer = setTimeout(send, WAIT_MS);
}

// A seal that has been sent may have arrived: then the slip is opened again. If it hasn't, it can't
// any more, as the slip gets another version.
function unseal() {
  asked = "";
  if (sending?.asked === "seal") {
    drop(sending);
    sending = null;
    asked = "open";
    send(true);
  }
  draw();
}

function add(place, more) {
  const sum = (waiting.get(place) || 0) + more;
  if (sum) waiting.set(place, sum);
  else waiting.delete(place);
}

// Saving

// While something is being sent, the rest waits for its answer. Presses are sent before a seal, which
// can be taken back.
function send(isTakenBack = false) {
  clearTimeout(timer);
  draw(); // another tab may have taken over what waits
  const isOfSlip = asked && (isTakenBack || isSealed() || !waiting.size);
  if (!sending && slip() && (isOfSlip || (waiting.size && !isSealed()))) {
    const changes = isOfSlip ? [] : [...waiting];
    // The slip's turn and version are two of the form's fields.
    const fields = [...fieldsOf(form), ["part", "slip"], ...changes.map((one) => ["change", one.join(" ")])];
    if (isOfSlip) fields.push(["do", asked]);
    const { version } = shown.dataset;
    const item = { name: "slip", isOwn: true, path: form.getAttribute("action"), fields };
    sending = deliver({ ...item, version, changes, asked: isOfSlip ? asked : "", isTakenBack });
    if (isOfSlip) asked = "";
    else waiting = new Map();
  }
  draw();
}

answered("slip", async (sent, { status, text }) => {
  const { content: part } = Object.assign(document.createElement("template"), { innerHTML: text });
  await new Promise(whenReleased);
  if ([404, 500].includes(status)) {
    if (sent === sending) sending = null;
    refuse(text);
    send();
  } else if (sent === sending) take(status, part);
  else if (status !== 200 || sent.isLost) refuse(said.late);
});

function take(status, part) {
  const fresh = newest(part.getElementById("slip"), newer);
  const isSameTurn = turnOf(fresh) === turnOf(shown);
  const sent = sending;
  sending = newer = null;
  replace(fresh);
  if (isSameTurn) settle(sent, status, part.querySelector("[data-sentence]")?.textContent);
  else end(status !== 200);
  if (sent.asked) pausedUntil = Date.now() + PAUSE_MS;
  if (sent.asked && status === 200) slip()?.querySelector("h2")?.focus({ preventScroll: true });
  send();
}

function settle(sent, status, sentence) {
  const isStale = status === 409;
  // Sealed is what was seen: not what somebody else has changed just after this answer's version.
  const isChanged = Number(shown.dataset.version) > Number(sent.version) + 1;
  const isOutdated = asked && isChanged && !isStale;
  const wanted = sent.asked || (isStale && asked);
  // What was to be taken back had arrived.
  if (sent.isTakenBack && isStale && isSealed() && !isChanged) return (asked = "open");
  if (isStale || isOutdated) asked = "";
  const isLost = merge(isStale ? sent.changes : []) || isOutdated;
  if (sentence && (!isStale || wanted || isSealed())) say(sentence);
  else if (isLost) say(isSealed() ? said.late : said.clipped);
}

// The turn is over, and with it what was pressed in it. Whether what is on its way was in time, the
// server's answer says.
function end(isLate = false) {
  const isLost = isLate || waiting.size > 0 || asked !== "";
  if (sending) sending.isLost = isLost;
  else if (isLost) refuse(said.late);
  sending = newer = null;
  waiting = new Map();
  asked = "";
}

// Adds presses to the newest slip; returns whether some are no longer possible.
function merge(changes) {
  const all = new Map(changes);
  for (const [place, more] of waiting) all.set(place, (all.get(place) || 0) + more);
  waiting = new Map();
  let isLost = false;
  // Fewer first: what is taken back can be placed elsewhere.
  for (const [place, more] of [...all].sort((one, other) => one[1] - other[1])) {
    const row = rowOf(place);
    for (let n = 0; n < Math.abs(more); n += 1) {
      if (row && canAdd(row, Math.sign(more))) add(place, Math.sign(more));
      else isLost = true;
    }
  }
  return isLost;
}

function say(sentence) {
  const old = message.querySelector(".bad");
  if (old?.textContent === sentence) return;
  old?.remove();
  if (!sentence) return;
  const line = Object.assign(document.createElement("p"), { textContent: sentence });
  line.className = "message bad";
  message.prepend(line);
}

// After a reload, or when what waits has gone to another page or come from one

function restore() {
  sending = waitingFor("slip").at(-1) ?? null;
  waiting = new Map();
  asked = "";
  for (const before of kept()) {
    for (const [place, more] of before.waiting) add(place, more);
    asked ||= before.asked;
  }
  if (kept().some((before) => before.of !== keptFor())) end();
  else if (!sending && merge([])) say(isSealed() ? said.late : said.clipped);
  send();
}

// The page

function newest(one, other) {
  const isNewer = one && other && other.dataset.turn === one.dataset.turn;
  return isNewer && Number(other.dataset.version) > Number(one.dataset.version) ? other : one;
}

function replace(fresh) {
  const back = remember(document.getElementById("live"));
  if (fresh) slip()?.replaceWith(fresh);
  else slip()?.remove();
  shown = slip();
  back();
  followStage();
}

// A frame may have replaced the slip. Until the response to a press it stays as it is; an older one
// than that of the last response is outdated.
function follow() {
  const fresh = slip();
  if (fresh && fresh === shown) return;
  const isSameTurn = turnOf(fresh) === turnOf(shown);
  if (fresh && isSameTurn && (sending || newest(fresh, shown) === shown)) {
    if (sending) newer = fresh;
    replace(shown);
  } else {
    shown = fresh;
    followStage();
    if (!isSameTurn) end();
    else if (merge([])) say(isSealed() ? said.late : said.clipped);
  }
  draw();
}

document.addEventListener("frame", follow);
document.addEventListener("unsaved", draw);
document.addEventListener("visibilitychange", () => document.hidden && send());
document.addEventListener("leave", () => send());
document.addEventListener("outbox", restore);
restore();
