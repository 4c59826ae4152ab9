// Messages on a student's page: shows what each frame brings, and sends without leaving the page.
//
//   <template data-messages data-new="2">   in the frame: the talks and their list, shown in #talks
//   <ul data-version> <span data-draft="assyria" data-text data-by>  <section data-talk="assyria,hatti">
//   <div data-with="assyria">               in the frame: waits for an answer to that player
//   <form id="compose">  <h2 id="talk-with">  <p id="compose-state">           outside the frame
//
// Which talk is open, tabs.js says: .phone[data-to].
//
// A message goes to the outbox (posting.js), and the next one can be written. Without a script all
// buttons send their forms.

import { answered, ask, fieldsOf, isLate, newKey, refuse, send, valueOf, waiting } from "./posting.js";
import { remember } from "./remember.js";

const DRAFT_MS = 1500; // after the last letter
const DRAFT_MOST_MS = 5000; // after the first one that is not saved yet
const SEEN_MS = 300;
const RETRY_MS = 8000;
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
let drafting = null; // a draft on its way, which must not arrive after the message
let typedAt = 0; // the first letter that is not saved yet
let draftTimer = 0;
let seenTimer = 0;
// The draft as the server has it, its version, and the conversation that it is for.
let saved = text.value;
let version = 0;
let savedFor = chosen().join(",");
let isUsed = waiting("message").length > 0; // this page has had a text, so its drafts are no news to it
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

// Asks once, for what isn't kept until it is stored.
function post(fields) {
  const page = ["game", "seat"].map((name) => [name, form.elements[name].value]);
  const own = [...page, ["part", "text"], ["key", newKey()]];
  return ask({ path: form.getAttribute("action"), fields: [...fields, ...own] });
}

// Sending

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!text.value.trim() || !chosen().length) return say(said.empty, true);
  clearTimeout(draftTimer);
  const fields = fieldsOf(form, event.submitter ?? byId("compose-send"));
  text.value = saved = "";
  isUsed = true;
  savedFor = chosen().join(",");
  typed.delete(savedFor);
  typedAt = 0;
  if (document.activeElement === byId("compose-send")) text.focus({ preventScroll: true });
  say(said.sending);
  send({ name: "message", path: form.getAttribute("action"), fields }, drafting?.catch(() => {}));
});

const talkOf = (item) =>
  item.fields.filter(([name]) => name === "to").map(([, player]) => player).sort().join(",");

// The server has forgotten its draft with the message: what has been typed since isn't saved. What
// was sent to several is a talk of its own.
answered("message", (item, { status, text: sentence }) => {
  const isHere = talkOf(item) === chosen().join(",");
  if (status === 200) {
    if (isHere) saved = "";
    if (waiting("message").length === 1) say(said.sent);
    if (isHere && opened === SEVERAL) openTalk(talkOf(item));
  } else if (!isHere || text.value.trim() || waiting("message").length > 1) {
    say("");
    refuse(sentence, item);
  } else {
    text.value = valueOf(item, "text");
    say(sentence, true);
  }
});

document.addEventListener("unsaved", () => {
  if (isLate() && waiting("message").length) say(said.unsent, true);
});

// Drafts: whoever writes last wins

async function saveDraft() {
  clearTimeout(draftTimer);
  typedAt = 0;
  const players = chosen();
  const id = players.join(",");
  const value = text.value;
  if (!id || value.trim() === saved.trim()) return;
  savedFor = id;
  const to = players.map((player) => ["to", player]);
  try {
    drafting = post([...to, ["text", value], ["do", "draft"]]);
    const answer = await drafting;
    if (answer?.status !== 200) return say(answer?.text ?? "", true);
    const now = Number(answer.text);
    if (typed.get(id)?.text === value) typed.set(id, { text: value, version: now });
    if (id !== savedFor) return; // another talk is open
    version = now;
    if (text.value !== value) return; // it has been sent since
    saved = value;
    if (value.trim()) say(said.kept);
  } catch {
    draftTimer = setTimeout(saveDraft, RETRY_MS);
  }
}

text.addEventListener("input", () => {
  if (!waiting("message").length) say("");
  isUsed = true;
  typed.set(chosen().join(","), { text: text.value });
  clearTimeout(draftTimer);
  typedAt ||= Date.now();
  draftTimer = setTimeout(saveDraft, Math.min(DRAFT_MS, typedAt + DRAFT_MOST_MS - Date.now()));
});

const draftOf = (id) => box.querySelector(`[data-draft="${CSS.escape(id)}"]`);
const draftsVersion = () => Number(box.querySelector("[data-version]")?.dataset.version || 0);

// What somebody who shares the seat has written meanwhile, or who is here on the page before this one,
// unless something is typed here.
function adopt() {
  const id = chosen().join(",");
  if (text.value.trim() !== saved.trim()) return;
  const now = draftsVersion();
  const draft = draftOf(id);
  const isOwn = isUsed && draft?.dataset.by === said.person;
  if (id === savedFor && (now < version || isOwn)) return;
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
  saveDraft();
  opened = to;
  mark();
  if (!to) return;
  byId("privacy").open = false;
  name(to);
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

// Says in the head with whom it is, and what can be begun with one player.
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

function openTalk(id) {
  history.pushState(history.state, "", `?tab=talks&to=${id}`);
  dispatchEvent(new PopStateEvent("popstate")); // to tabs.js
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
addEventListener("online", saveDraft);

// The draft of what still waits is no other message.
if (waiting("message").some((one) => valueOf(one, "text") === text.value)) text.value = saved = "";
opened = board.dataset.to || "";
mark();
toEnd();
markSoon();
showCount();
