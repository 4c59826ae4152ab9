// Messages on a student's page: shows what each frame brings, and sends without leaving the page.
//
//   <template data-messages data-new="2">   in the frame: the conversations, shown in #talks
//   <details data-talk="assyria,hatti">  <p data-draft="assyria" data-version data-by>
//   <form id="compose">  <form id="message-read">  <p id="compose-state">      outside the frame
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

const byId = (id) => document.getElementById(id);
const [box, form, text, state] = ["talks", "compose", "message-text", "compose-state"].map(byId);
const said = form.dataset;

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
  if (event.submitter?.value === "draft") return saveDraft();
  if (!text.value.trim() || !chosen().length) return say(said.empty, true);
  clearTimeout(draftTimer);
  const fields = fieldsOf(form, event.submitter ?? byId("compose-send"));
  text.value = saved = "";
  savedFor = chosen().join(",");
  typedAt = 0;
  if (document.activeElement === byId("compose-send")) text.focus({ preventScroll: true });
  say(said.sending);
  send({ name: "message", path: form.getAttribute("action"), fields }, drafting?.catch(() => {}));
});

// The server has forgotten its draft with the message: what has been typed since isn't saved.
answered("message", (item, { status, text: sentence }) => {
  if (status === 200) {
    saved = "";
    if (waiting("message").length === 1) say(said.sent);
  } else if (text.value.trim()) {
    say("");
    refuse(sentence, item);
  } else {
    choose(item.fields.filter(([name]) => name === "to").map(([, player]) => player));
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
  const value = text.value;
  if (!players.length || value.trim() === saved.trim()) return;
  const to = players.map((player) => ["to", player]);
  try {
    drafting = post([...to, ["text", value], ["do", "draft"]]);
    const answer = await drafting;
    if (answer?.status !== 200) return say(answer?.text ?? "", true);
    version = Number(answer.text);
    if (text.value !== value) return; // it has been sent since
    saved = value;
    savedFor = players.join(",");
    if (value.trim()) say(said.kept);
  } catch {
    draftTimer = setTimeout(saveDraft, RETRY_MS);
  }
}

text.addEventListener("input", () => {
  if (!waiting("message").length) say("");
  clearTimeout(draftTimer);
  typedAt ||= Date.now();
  draftTimer = setTimeout(saveDraft, Math.min(DRAFT_MS, typedAt + DRAFT_MOST_MS - Date.now()));
});

// What somebody who shares the seat has written meanwhile, unless something is typed here.
function adopt() {
  const id = chosen().join(",");
  if (text.value.trim() !== saved.trim()) return;
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
    if (!text.value.trim()) {
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
addEventListener("online", saveDraft);

// The draft of what still waits is no other message.
if (waiting("message").some((one) => valueOf(one, "text") === text.value)) text.value = saved = "";
hideOwnDraft();
showCount();
