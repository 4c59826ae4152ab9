// What a page shows by the server's time: clocks, how long ago something was, and what can be pressed
// for a while only. When a clock is up, that is said.
//
//   <div data-clock="7" data-ends="1763860000000" data-up="Time is up" …>   ends then, or
//   <div data-clock="7" data-left="240" …>                                   is paused
//     <p role="timer"><b>until 10:45</b> <small></small></p>
//     <button data-sound aria-pressed="false" hidden>                        on consoles and walls
//   </div>
//   <time data-since="1772441000000">10:39</time>   how long ago it was
//   <div data-until="1772441030000">                hidden from then on
//
// These are milliseconds since 1970. The server's time is asked for when the page is loaded, when it
// awakes, when the device's clock jumps (after a sleep, or because somebody has set it), and every few
// minutes.

import { beep, canSound } from "./clock_sound.js";

const TIME = "/time/";
const MS = { again: 5 * 60_000, retry: 3_000, jump: 1_000, late: 10_000 };
const SOON_S = [300, 60]; // so many seconds before the end, and at the end, it is said aloud
const MINUTE_S = 60;

const clocks = () => document.querySelectorAll("[data-clock]");
const isTimed = () => Boolean(document.querySelector("[data-clock], [data-since], [data-until]"));

// The server's time

let offset = null; // of the server's time from performance.now(); null: not asked yet
let error = Infinity; // how wrong it may be
let isSure = false; // the server has answered since the last jump
let skew = skewNow(); // of the device's clock from performance.now(): changes when either jumps
let jumped = 0; // by how much, since the server last answered
let isAsking = false;
let again = 0;

const now = () => offset + performance.now();

function skewNow() {
  return Date.now() - performance.now();
}

async function sync() {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(again);
  const question = new AbortController();
  const limit = setTimeout(() => question.abort(), MS.late);
  const asked = performance.now();
  const before = skewNow();
  try {
    const answer = await fetch(TIME, { cache: "no-store", signal: question.signal });
    const server = answer.ok ? Number(await answer.text()) : NaN;
    const hasSlept = Math.abs(skewNow() - before) >= MS.jump;
    if (!(server > 0) || hasSlept) throw new Error(answer.status);
    correct(server, asked, performance.now());
    again = setTimeout(sync, MS.again);
  } catch {
    // Until the server answers, the device's clock has to do.
    if (offset === null) offset = skew;
    else offset += jumped;
    jumped = 0;
    again = setTimeout(sync, MS.retry);
  }
  clearTimeout(limit);
  isAsking = false;
  tick();
}

function correct(server, asked, answered) {
  const found = server - (asked + answered) / 2;
  const worst = (answered - asked) / 2;
  // A slow answer that agrees with a quick one is no better.
  if (!isSure || worst <= error || Math.abs(found - offset) > worst) {
    offset = found;
    error = worst;
  }
  isSure = true;
  jumped = 0;
}

function noticeJump() {
  const present = skewNow();
  const jump = present - skew;
  skew = present;
  if (Math.abs(jump) < MS.jump) return;
  jumped += jump;
  isSure = false;
  sync();
}

// The page

const seen = new Map(); // the seconds that were left of each clock
let timer = 0;

function tick() {
  clearTimeout(timer);
  noticeJump();
  if (!isTimed() || offset === null) return;
  let next = 1000;
  const left = new Map();
  for (const clock of clocks()) {
    const ms = clock.dataset.ends ? Number(clock.dataset.ends) - now() : clock.dataset.left * 1000;
    draw(clock, Math.ceil(ms / 1000));
    left.set(clock, Math.ceil(ms / 1000));
    if (clock.dataset.ends) next = Math.min(next, ((ms % 1000) + 1000) % 1000 || 1000);
  }
  if (isSure) tell(left);
  for (const time of document.querySelectorAll("[data-since]")) {
    set(time, minutesOf(Math.max(0, Math.floor((now() - time.dataset.since) / 1000))));
  }
  for (const one of document.querySelectorAll("[data-until]")) {
    one.hidden = Number(one.dataset.until) <= now();
  }
  timer = setTimeout(tick, next + 5);
}

const minutesOf = (seconds) =>
  `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, "0")}`;

function draw(clock, seconds) {
  const { ends, up, ago } = clock.dataset;
  const isUp = Boolean(ends) && seconds <= 0;
  const minutes = Math.floor(Math.abs(seconds) / MINUTE_S);
  set(clock.querySelector("b"), isUp ? up : minutesOf(Math.abs(seconds)));
  if (ends) set(clock.querySelector("small"), isUp && minutes ? ago.replace("{n}", minutes) : "");
  clock.dataset.state = isUp ? "up" : ends ? (seconds <= MINUTE_S ? "last" : "runs") : "paused";
  dress(clock.querySelector("[data-sound]"));
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const status = document.createElement("p");
status.className = "vh";
status.setAttribute("role", "status");
document.body.append(status);

// Only what happens while the page is open is said, each once.
function tell(left) {
  for (const [clock, seconds] of left) {
    const { clock: name, ends, up, minute, minutes } = clock.dataset;
    const before = seen.get(name);
    seen.set(name, seconds);
    if (!ends || before === undefined || before <= seconds) continue;
    if (before > 0 && seconds <= 0) {
      status.textContent = up;
      if (isOn && seconds > -MINUTE_S) beep(3);
      continue;
    }
    const passed = SOON_S.filter((one) => before > one && seconds <= one).pop();
    if (!passed || seconds <= 0) continue;
    status.textContent = passed === MINUTE_S ? minute : minutes.replace("{n}", passed / MINUTE_S);
  }
}

// The sound: off until it is pressed, because browsers want a press first.

let isOn = false;
let wasFocused = false; // a new frame has a new button
const hasSound = canSound && Boolean(document.querySelector("html.wall, .console, .clock-control"));

function dress(button) {
  if (!button || !hasSound) return;
  const isNew = button.hidden;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(isOn));
  if (isNew && wasFocused && document.activeElement === document.body) {
    button.focus({ preventScroll: true });
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-sound]")) return;
  isOn = !isOn;
  if (isOn) beep(1);
  tick();
});

document.addEventListener("focusin", (event) => {
  wasFocused = event.target.matches("[data-sound]");
});
document.addEventListener("frame", tick);
document.addEventListener("htmx:afterSettle", tick);
document.addEventListener("visibilitychange", () => document.hidden || sync());
addEventListener("pageshow", (event) => event.persisted && sync());
addEventListener("online", sync);
sync();
