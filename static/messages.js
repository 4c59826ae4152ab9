// Messages on a student's page: shows what each frame brings, and sends without leaving the page.
//
//   <template data-messages data-new="2">   in the frame: the conversations, shown in #talks
//   <details data-talk="assyria,hatti">  <p data-draft="assyria" data-version data-by>
//   <form id="compose">  <form id="message-read">  <p id="compose-state">      outside the frame
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

const byId = (id) => document.getElementById(id);
const [box, form, text, state] = ["talks", "compose", "message-text", "compose-state"].map(byId);
const said = form.dataset;

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
  say(isStored ? said.sent : sentence, !isStored);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.value === "draft") return saveDraft();
  if (!sending) start([...new FormData(form)].concat([["do", "send"]]));
});

// Drafts: whoever writes last wins

async function saveDraft() {
  clearTimeout(draftTimer);
  typedAt = 0;
  const players = chosen();
  const value = text.value;
  if (sending || !players.length || value.trim() === saved.trim()) return;
  const to = players.map((player) => ["to", player]);
  try {
    drafting = post([...to, ["text", value], ["do", "draft"]]);
    const answer = await drafting;
    if (!answer.isStored) return say(answer.sentence, true);
    saved = value;
    savedFor = players.join(",");
    version = Number(answer.sentence);
    if (!sending && value.trim()) say(said.kept);
  } catch {
    draftTimer = setTimeout(saveDraft, RETRY_MS.at(-1));
  }
}

text.addEventListener("input", () => {
  if (!sending) say("");
  clearTimeout(draftTimer);
  typedAt ||= Date.now();
  draftTimer = setTimeout(saveDraft, Math.min(DRAFT_MS, typedAt + DRAFT_MOST_MS - Date.now()));
});

// What somebody who shares the seat has written meanwhile, unless something is typed here.
function adopt() {
  const id = chosen().join(",");
  if (sending || text.value.trim() !== saved.trim()) return;
  const now = Number(box.querySelector("[data-version]")?.dataset.version || 0);
  const draft = box.querySelector(`[data-draft="${CSS.escape(id)}"]`);
  if (id === savedFor && (now < version || draft?.dataset.by === said.person)) return;
  const fresh = draft?.dataset.text || "";
  if (fresh.trim() !== saved.trim()) text.value = fresh;
  saved = text.value;
  savedFor = id;
  version = now;
}

form.addEventListener("change", (event) => event.target.name === "to" && adopt());

// Conversations

function follow() {
  const fresh = template();
  if (!fresh) return;
  if (fresh.innerHTML !== shown) {
    const back = remember(box);
    box.innerHTML = shown = fresh.innerHTML;
    back();
    hideOwnDraft();
    adopt();
  }
  const now = Number(fresh.dataset.new);
  if (now > unread) {
    byId("message-news").textContent = fresh.dataset.said;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS);
  }
  unread = now;
  markSoon();
}

// What is in the field needn't be below the conversations as well.
function hideOwnDraft() {
  for (const one of box.querySelectorAll("[data-draft]")) {
    one.hidden = one.dataset.draft === chosen().join(",") && one.dataset.text.trim() === text.value.trim();
  }
}

// A conversation is read when its last line has been in sight.
function isInSight(talk) {
  const last = talk.querySelector(".talk-lines > :last-child")?.getBoundingClientRect();
  return last && last.height && last.top < innerHeight && last.bottom > 0;
}

function markRead() {
  if (document.hidden) return;
  for (const talk of box.querySelectorAll("[data-talk][open]")) {
    const button = talk.querySelector("button[name=read]");
    if (!button || button.dataset.isSent || !isInSight(talk)) continue;
    button.dataset.isSent = "yes";
    post([["read", button.value]]).catch(() => delete button.dataset.isSent);
  }
}

function markSoon() {
  clearTimeout(seenTimer);
  seenTimer = setTimeout(markRead, SEEN_MS);
}

box.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.open || !target.dataset.talk) return;
    if (!sending && !text.value.trim()) {
      choose(target.dataset.talk.split(","));
      adopt();
    }
    markSoon();
  },
  true,
);
box.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-to]");
  if (!link) return;
  event.preventDefault();
  choose(link.dataset.to.split(","));
  adopt();
  text.focus();
});

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

hideOwnDraft();
showCount();
