// The outbox of a student's pages: what is posted stays in the browser's storage, and is sent until the
// server has answered; one after another, in order, each with a key, so that nothing is stored twice.
//
//   <form data-outbox>    is posted from here; the page that follows is opened if it is another one
//   <form data-forgets>   nothing is kept any more
//   <div id="unsaved" data-owner="17 KLMNPQ" data-turn …>                moves/unsaved_line.html
//
// Its line says that something hasn't been stored for a while, and when it has. What the server has
// refused stays there with what was typed, until it is understood.

const LATE_MS = 3000; // without an answer for so long, it isn't just slow
const HANGING_MS = 4000; // then it is sent once more: whichever answer comes first will do
const RETRY_MS = [1000, 2000, 4000];
const OPEN_MOST = 2; // a browser has six connections to a site for all its windows
const LEAST_MS = 1500; // how long it says at least that something isn't stored
const STORED_MS = 4000; // how long the line says that everything is stored
const BROKEN_MOST = 5; // so often the server may fail before the rest goes on without it
const STORED = "outbox ";

const line = document.getElementById("unsaved");
const { owner } = line.dataset;
const status = line.querySelector("[role=status]");

const empty = () => ({ owner, items: [], refused: [], kept: [] });
let box = empty(); // items: {name, path, fields, at, from}; refused: {sentence, text}
let isReady = false; // other scripts have said what becomes of their answers
let isRunning = false;
let isLeaving = false;
let answeredLast = []; // after it the page is left
let shownAt = 0; // when the line has appeared
let isLost = false; // whether something was refused since the line appeared
let wake = () => {};
const takers = new Map();

export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

// The storage. What waits belongs to the page that was shown last: it takes over what others have for the
// same person in the same group. What was anybody else's is deleted, as students may share a phone.

const mine = STORED + newKey();
let stored = null; // the items in it
let isForgotten = false; // the person leaves this browser
let isAway = false; // what waits is another page's matter

function store() {
  if (isAway) return;
  dropTaken();
  try {
    const isEmpty = ![box.items, box.refused, box.kept].some((all) => all.length);
    stored = isEmpty || isForgotten ? null : [...box.items];
    if (stored) localStorage.setItem(mine, JSON.stringify(box));
    else localStorage.removeItem(mine);
  } catch {
    stored = null; // storage is blocked
  }
}

// What another page has taken over isn't this one's any more. Browsers tell each page after a while.
function dropTaken(isTold = false) {
  if (!stored || (!isTold && localStorage.getItem(mine) !== null)) return;
  localStorage.removeItem(mine);
  box = { ...empty(), items: box.items.filter((one) => !stored.includes(one)) };
  stored = null;
  isLost = true;
  changed();
}

function takeOver() {
  dropTaken();
  const found = leftByOthers();
  if (!found.length) return;
  for (const part of ["items", "refused", "kept"]) {
    box[part] = [box, ...found].flatMap((one) => one[part]);
  }
  box.items.sort((one, other) => one.at - other.at);
  store();
  changed();
}

function changed() {
  document.dispatchEvent(new Event("outbox"));
  wake();
  if (isReady) go();
}

function leftByOthers() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(STORED) && name !== mine);
    const found = names.map((name) => JSON.parse(localStorage.getItem(name)));
    for (const name of names) localStorage.removeItem(name);
    return found.filter((one) => one?.owner === owner);
  } catch {
    return [];
  }
}

addEventListener("storage", ({ key, newValue }) => {
  if (key === mine) dropTaken(newValue === null);
  else if (key?.startsWith(STORED) && newValue && JSON.parse(newValue).isLeft && !document.hidden) takeOver();
});

// What a script needs after a reload besides its items: from each page that was left.
export const kept = () => box.kept;
export function keep(...what) {
  box.kept = what;
  store();
}

// Items

// `take` gets the item and the answer, {status, text}, of each item with that name.
export const answered = (name, take) => takers.set(name, take);
export const waiting = (name) => box.items.filter((one) => !name || one.name === name);
export const isLate = () => shownAt > 0 && box.items.length > 0;
export const valueOf = (item, name) => item.fields.find(([one]) => one === name)?.[1];

// The round that the page shows: a press is good for it alone.
const turnNow = () =>
  document.querySelector("template[data-for=task]")?.dataset.turn ?? line.dataset.turn;

// The fields of a form, sent as if that button was pressed; the next time it gets another key.
export function fieldsOf(form, button) {
  const body = new FormData(form);
  if (button?.name) body.append(button.name, button.value);
  body.delete("csrfmiddlewaretoken");
  if (!body.get("key")) body.set("key", newKey());
  if (!body.has("part")) body.set("part", "text");
  if (turnNow()) body.set("round", turnNow());
  if (form.elements.key) form.elements.key.value = newKey();
  return [...body];
}

// Sends the item after those that wait, and after `before`, and returns it.
export function send(item, before) {
  const added = { at: Date.now(), from: location.pathname, ...item };
  box.items.push(added);
  store();
  setTimeout(show, LATE_MS);
  run(before);
  return added;
}

// The item needs no answer any more, or has got one with that status.
export function drop(item, code = 200) {
  if (code !== 200) isLost = true;
  box.items = box.items.filter((one) => one !== item);
  store();
  wake();
}

async function run(before) {
  if (isRunning || !isReady) return;
  isRunning = true;
  if (before) await Promise.race([before, pause(HANGING_MS)]);
  for (let item = next(); item && !isLeaving; item = next()) {
    const answer = await answerTo(item);
    if (!answer || !box.items.includes(item)) continue;
    await (takers.get(item.name) ?? take)(item, answer);
    drop(item, answer.status);
  }
  isRunning = false;
  show();
}

// What only its own script understands waits for that.
const next = () => box.items.find((one) => !one.isOwn || takers.has(one.name));

async function answerTo(item) {
  const open = [];
  let found = null;
  let broken = 0;
  for (let tries = 0; !found && box.items.includes(item) && !isLeaving; tries += 1) {
    const question = new AbortController();
    let isOpen = true;
    open.push(question);
    if (open.length > OPEN_MOST) open.shift().abort();
    // What hangs must not go on when the page is left: the next one couldn't be loaded.
    ask(item, question.signal, !tries && Date.now() - item.at < LATE_MS)
      .then((answer) => (found ??= answer))
      .catch(({ message }) => {
        broken += message === "500";
        if (broken === BROKEN_MOST) found ??= { status: 500, text: line.dataset.broken };
      })
      .finally(() => {
        isOpen = false;
        if (!question.signal.aborted) wake();
      });
    await pause(HANGING_MS);
    if (!found && !isOpen) await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
  }
  for (const question of open) question.abort();
  return found;
}

function pause(ms) {
  return new Promise((done) => {
    wake = done;
    setTimeout(done, ms);
  });
}

// Asks once. The answer has the request's key: what else sits between phone and server may answer,
// too, with a page of its own.
export async function ask(item, signal, keepalive = true) {
  const body = new FormData();
  for (const [name, value] of item.fields) body.append(name, value);
  body.set("csrfmiddlewaretoken", line.querySelector("[name=csrfmiddlewaretoken]").value);
  // With keepalive it arrives also while the page is left.
  const options = { method: "POST", body, keepalive, redirect: "manual", signal };
  const answer = await fetch(item.path, options);
  if ([403, 404].includes(answer.status)) return makeWay(item);
  if (answer.headers.get("X-Key") !== valueOf(item, "key")) throw new Error(answer.status);
  const found = { status: answer.status, text: await answer.text() };
  if (answer.headers.has("X-Other-Seat")) return makeWay(item, found.text);
  return { ...found, next: answer.headers.get("X-Next") };
}

// The page is no longer right: loaded again, it explains best. That there is none may also be said by
// something else than the site, so the next page tries once more.
function makeWay(item, sentence) {
  if (item.isAgain) return { status: 404, text: sentence ?? line.dataset.gone };
  if (sentence) {
    refuse(sentence, item);
    drop(item);
  }
  item.isAgain = isLeaving = true;
  store();
  location.reload();
  return null;
}

// Forms that nothing else posts

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.forgets !== undefined) {
    isForgotten = true;
    store();
  }
  if (form.dataset.outbox === undefined || event.defaultPrevented) return;
  event.preventDefault();
  const fields = fieldsOf(form, event.submitter);
  const path = form.getAttribute("action") || location.pathname + location.search;
  const named = form.dataset.outbox;
  const isSame = (one) => one.path === path && textOf(one.fields) === textOf(fields);
  if ([...waiting(), ...answeredLast].some(isSame)) return; // pressed twice
  send({ name: named, path, fields });
  event.submitter?.setAttribute("aria-busy", "true");
  if (form.dataset.resets !== undefined) form.reset();
});

const textOf = (fields) => JSON.stringify(fields.filter(([name]) => name !== "key"));

function take(item, { status: code, text, next }) {
  for (const button of document.querySelectorAll("button[aria-busy]")) button.removeAttribute("aria-busy");
  if (code !== 200) return refuse(text, item);
  const page = next && new URL(next, location.href);
  if (!page || page.pathname === location.pathname || item.from !== location.pathname) return;
  drop(item);
  answeredLast = [item];
  isLeaving = true;
  location.assign(page);
}

// The line at the foot

export function refuse(sentence, item) {
  isLost = true;
  box.refused.push({ sentence, text: item && valueOf(item, "text") });
  store();
  show();
}

function show() {
  const now = Date.now();
  if (!shownAt && box.items.length && now - box.items[0].at >= LATE_MS) shownAt = now;
  if (shownAt && box.items.length) say(line.dataset.waiting);
  else if (shownAt && now - shownAt < LEAST_MS) setTimeout(show, LEAST_MS); // it doesn't flash
  else if (shownAt) {
    say(isLost ? "" : line.dataset.stored);
    setTimeout(() => shownAt || say(""), STORED_MS);
    shownAt = 0;
  }
  if (!box.items.length && !shownAt) isLost = false;
  const list = line.querySelector("[data-refused]");
  if (list.children.length !== box.refused.length) list.replaceChildren(...box.refused.map(toUnderstand));
  document.dispatchEvent(new Event("unsaved"));
}

// It is read out when it changes.
function say(sentence) {
  if (status.textContent !== sentence) status.textContent = sentence;
}

function toUnderstand(refused) {
  const shown = line.querySelector("template").content.cloneNode(true);
  shown.querySelector("p").textContent = refused.sentence;
  shown.querySelector("blockquote").textContent = refused.text ?? "";
  shown.querySelector("button").addEventListener("click", () => {
    box.refused = box.refused.filter((one) => one !== refused);
    store();
    show();
  });
  return shown;
}

// The network may be back, or the phone was locked.
addEventListener("online", () => wake());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  takeOver();
  wake();
});
addEventListener("pagehide", () => {
  document.dispatchEvent(new Event("leave"));
  box.isLeft = true;
  store();
  isAway = true; // once, or it could be taken over twice
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  isLeaving = isAway = box.isLeft = false;
  answeredLast = [];
  takeOver();
  wake();
  go();
});

function go() {
  isReady = true;
  show();
  for (const one of box.items) setTimeout(show, Math.max(0, one.at + LATE_MS - Date.now()));
  run();
}

takeOver();
addEventListener("DOMContentLoaded", go);

// A page that answered a form goes on as the student's page, or as its own: loading it again posts
// nothing.
const own = document.getElementById("live")?.dataset.feed.replace(/feed$/, "") ?? location.href;
if (location.pathname !== own) history.replaceState(history.state, "", own);
