// Messages on a student's page: shows what each frame brings, and sends without leaving the page.
//
//   <template data-messages data-new="2">   in the frame: the talks and their list, shown in #talks
//   <ul data-version> <span data-draft="assyria" data-text data-by>  <section data-talk="assyria,hatti">
//   <div data-with="assyria">               in the frame: waits for an answer to that country
//   <form id="compose">  <h2 id="talk-with">  <p id="compose-state">           outside the frame
//
// Which talk is open, tabs.js says: .phone[data-to].
//
// What is being sent is sent again with the same key until the server has answered: it is stored
// once. Without a script all buttons send their forms.

import { isLeft, newKey, post as postForm } from "./posting.js";
import { remember } from "./remember.js";

const DRAFT_MS = 1500; // after the last letter
const DRAFT_MOST_MS = 5000; // after the first one that is not saved yet
const SEEN_MS = 300;
const RETRY_MS = [1000, 2000, 4000, 8000];
const VIBRATION_MS = 150;
const END_PX = 120; // so near the end of a talk, new lines are followed

const byId = (id) => document.getElementById(id);
const [box, form, text, state] = ["talks", "compose", "message-text", "compose-state"].map(byId);
const said = form.dataset;
const board = document.querySelector(".phone");
const SEVERAL = "several"; // instead of a talk: whom it is for is chosen
const typed = new Map(); // by talk: the text, and the version of its draft once that is saved

let shown = template()?.innerHTML;
let unread = Number(template()?.dataset.new || 0);
let sending = null; // {fields, tries}
let drafting = null; // a draft on its way, which must not arrive after the message
let typedAt = 0; // the first letter that is not saved yet
let timer = 0;
let draftTimer = 0;
let seenTimer = 0;
// The draft as the server has it, its version, and the conversation that it is for.
let saved = text.value;
let version = 0;
let savedFor = chosen().join(",");
let opened = ""; // the talk that was open last

function template() {
  return byId("live").querySelector("template[data-messages]");
}

function chosen() {
  return [...form.querySelectorAll("[name=to]:checked")].map((one) => one.value).sort();
}

function choose(players) {
  for (const one of form.querySelectorAll("[name=to]")) one.checked = players.includes(one.value);
}

function say(sentence, isBad = false) {
  if (state.textContent !== sentence) state.textContent = sentence;
  state.className = isBad ? "message bad" : "hint";
}

async function post(fields) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  for (const name of ["csrfmiddlewaretoken", "game", "seat"]) body.set(name, form.elements[name].value);
  body.set("part", "text");
  const { status, text: sentence } = await postForm(form, body);
  return { isStored: status === 200, sentence };
}

// Sending

function start(fields) {
  clearTimeout(draftTimer);
  sending = { fields, tries: 0 };
  text.readOnly = true;
  say(said.sending);
  send();
}

async function send() {
  clearTimeout(timer);
  const sent = sending;
  if (!sent || sent.isOnItsWay) return;
  sent.isOnItsWay = true;
  try {
    await drafting?.catch(() => {});
    finish(await post(sent.fields));
  } catch {
    say(said.unsent, true);
    timer = setTimeout(send, RETRY_MS[Math.min(sent.tries, RETRY_MS.length - 1)]);
    sent.tries += 1;
    sent.isOnItsWay = false;
  }
}

function finish({ isStored, sentence }) {
  sending = null;
  text.readOnly = false;
  form.elements.key.value = newKey();
  if (isStored) {
    text.value = saved = "";
    savedFor = chosen().join(",");
    if (document.activeElement === byId("compose-send")) text.focus({ preventScroll: true });
  }
  settle(isStored);
  say(isStored ? said.sent : sentence, !isStored);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!sending) start([...new FormData(form)].concat([["do", "send"]]));
});

// Drafts: whoever writes last wins

async function saveDraft() {
  clearTimeout(draftTimer);
  typedAt = 0;
  const players = chosen();
  const id = players.join(",");
  const value = text.value;
  if (sending || !id || value.trim() === saved.trim()) return;
  savedFor = id;
  const to = players.map((player) => ["to", player]);
  try {
    drafting = post([...to, ["text", value], ["do", "draft"]]);
    const answer = await drafting;
    if (!answer.isStored) return say(answer.sentence, true);
    const now = Number(answer.sentence);
    if (typed.get(id)?.text === value) typed.set(id, { text: value, version: now });
    if (id !== savedFor) return; // another talk is open
    saved = value;
    version = now;
    if (!sending && value.trim()) say(said.kept);
  } catch {
    draftTimer = setTimeout(saveDraft, RETRY_MS.at(-1));
  }
}

text.addEventListener("input", () => {
  if (!sending) say("");
  typed.set(chosen().join(","), { text: text.value });
  clearTimeout(draftTimer);
  typedAt ||= Date.now();
  draftTimer = setTimeout(saveDraft, Math.min(DRAFT_MS, typedAt + DRAFT_MOST_MS - Date.now()));
});

const draftOf = (id) => box.querySelector(`[data-draft="${CSS.escape(id)}"]`);
const draftsVersion = () => Number(box.querySelector("[data-version]")?.dataset.version || 0);

// What somebody who shares the seat has written meanwhile, unless something is typed here.
function adopt() {
  const id = chosen().join(",");
  if (sending || text.value.trim() !== saved.trim()) return;
  const now = draftsVersion();
  const draft = draftOf(id);
  if (id === savedFor && (now < version || draft?.dataset.by === said.person)) return;
  const fresh = draft?.dataset.text || "";
  if (fresh.trim() !== saved.trim()) text.value = fresh;
  saved = text.value;
  savedFor = id;
  version = now;
}

form.addEventListener("change", (event) => event.target.name === "to" && adopt());

// Talks

// The open talk with its draft, which is what was typed here unless the server has had a newer one.
function open() {
  const to = board.dataset.to || "";
  if (to === opened) return;
  if (!sending) saveDraft();
  opened = to;
  mark();
  if (!to) return;
  name(to);
  form.hidden = Boolean(sending) && chosen().join(",") !== to; // it isn't the talk's own
  if (sending) return;
  choose(to.split(","));
  const id = chosen().join(",");
  const [draft, own] = [draftOf(id), typed.get(id)];
  const isOwn = own && (!own.version || draftsVersion() < own.version);
  savedFor = id;
  version = draftsVersion();
  saved = draft?.dataset.text || "";
  text.value = isOwn ? own.text : saved;
  say("");
}

// Marks what belongs to the open talk, also in what a frame has replaced.
function mark() {
  for (const one of box.querySelectorAll("[data-talk]")) {
    one.toggleAttribute("data-open", one.dataset.talk === opened);
  }
  for (const one of document.querySelectorAll("#live [data-with]")) {
    one.classList.toggle("elsewhere", one.dataset.with !== opened);
  }
}

// Says in the head with whom it is, and what can be begun with one country.
function name(to) {
  const seatOf = (id) => form.querySelector(`[name=to][value="${CSS.escape(id)}"] + .seat`);
  const seats = to.split(",").map(seatOf).filter(Boolean);
  const title = byId("talk-with");
  title.replaceChildren(...seats.map((seat) => seat.cloneNode(true)));
  if (to === SEVERAL) title.textContent = title.dataset.several;
  const plus = byId("plus");
  if (!plus) return;
  plus.hidden = seats.length !== 1;
  plus.open = false;
  for (const link of plus.querySelectorAll("a[data-with]")) link.search = new URLSearchParams({ to });
}

// After sending: what was sent to several is a talk of its own; perhaps another one has been opened.
function settle(isStored) {
  const id = chosen().join(",");
  if (isStored) typed.delete(id);
  if (isStored && opened === SEVERAL) return openTalk(id);
  if (!opened || opened === id) return;
  opened = "";
  open();
}

function openTalk(id) {
  const link = Object.assign(document.createElement("a"), { href: `?tab=talks&to=${id}`, hidden: true });
  link.dataset.to = id;
  board.append(link);
  link.click();
  link.remove();
}

function toEnd() {
  if (board.dataset.to && board.dataset.to !== SEVERAL) scrollTo(0, document.body.scrollHeight);
}

const isAtEnd = () => scrollY + innerHeight > document.body.scrollHeight - END_PX;

document.addEventListener("tab", () => {
  const left = opened;
  open();
  if (board.dataset.tab !== "talks") return;
  toEnd();
  const link = byId(`to-${left}`);
  if (!opened) link?.focus({ preventScroll: true });
  else if (matchMedia("(pointer: fine)").matches) text.focus({ preventScroll: true });
  else byId("talk-with").focus({ preventScroll: true });
  markSoon();
});

function follow() {
  const fresh = template();
  if (!fresh) return;
  const wasAtEnd = isAtEnd();
  if (fresh.innerHTML !== shown) {
    const back = remember(box);
    box.innerHTML = shown = fresh.innerHTML;
    back();
    adopt();
  }
  mark();
  if (wasAtEnd) toEnd();
  const now = Number(fresh.dataset.new);
  if (now > unread) {
    byId("message-news").textContent = fresh.dataset.said;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS);
  }
  unread = now;
  markSoon();
}

// A talk is read when its last line has been in sight.
function isInSight(talk) {
  const last = talk.querySelector(".talk-lines > :last-child").getBoundingClientRect();
  return last.height && last.top < innerHeight && last.bottom > 0;
}

function markRead() {
  const talk = box.querySelector("[data-open][data-unread]");
  if (document.hidden || !talk || talk.dataset.isSent || !isInSight(talk)) return;
  talk.dataset.isSent = "yes";
  post([["read", `${opened} ${talk.dataset.total}`]]).catch(() => delete talk.dataset.isSent);
}

function markSoon() {
  clearTimeout(seenTimer);
  seenTimer = setTimeout(markRead, SEEN_MS);
}

function showCount() {
  const bare = document.title.replace(/^\(\d+\) /, "");
  document.title = unread ? `(${unread}) ${bare}` : bare;
}

document.addEventListener("frame", () => {
  follow();
  showCount();
});
document.addEventListener("task", showCount);
document.addEventListener("visibilitychange", () => (document.hidden ? saveDraft() : markSoon()));
addEventListener("pagehide", saveDraft);
addEventListener("scroll", markSoon, { passive: true });
addEventListener("beforeunload", (event) => sending && !isLeft() && event.preventDefault());
addEventListener("online", () => {
  if (sending?.tries) send();
  else saveDraft();
});

opened = board.dataset.to || "";
mark();
toEnd();
markSoon();
showCount();
