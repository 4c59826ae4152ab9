// Announces for some seconds what a frame has brought: that orders have been revealed, a pause, an
// announcement, that a promise has been answered, and on the wall the last move.
//
//   <p data-revealed="15" hidden>Orders revealed</p>     in #live: the number of the last entry
//   <p class="last-move" data-last="15">…</p>            likewise; announced only with data-moves
//   <div data-paused="1767225600"><p data-said>…         likewise; announced is what `data-said` marks
//   <details data-announcement="1767225600.123456">…     likewise; each is announced once
//   <p data-answered="3" hidden>Babylon accepts…         likewise
//   <h3 data-news="offer-3">Assyria offers a trade</h3>  likewise; what the page shows anyway is only
//                                                        read out, and a phone vibrates
//   <div id="announcement" role="status" data-moves>     outside it; on a console with data-lesson:
//                                                        only a pause and announcements
//   <p id="aloud" role="status">                         where news are read out
//
// What the page showed when it was loaded is not announced, nor is the same again. An announcement that
// the reader has closed stays closed when a frame brings it again.

import { keep, recall } from "./stored.js";

const SECONDS = 5;
const LETTERS = 20; // of an announcement, for each second longer
const LONG = 110; // letters: more of them are set smaller

const box = document.getElementById("announcement");
const EACH = ["announcement", "answered", "news"]; // of these there may be several
const VIBRATION_MS = 200;
const CLOSED = "announcements-closed"; // what the tab remembers
const CLOSED_MOST = 50;
const kinds = [
  "announcement",
  "answered",
  "paused",
  ...("lesson" in box.dataset ? [] : ["revealed"]),
  ...("moves" in box.dataset ? ["last"] : []),
];
const find = (kind) => [...document.querySelectorAll(`#live [data-${kind}]`)];
const known = new Set();
const closed = new Set(JSON.parse(recall("sessionStorage", CLOSED)));
const last = {};
let timer = 0;

// What is new of this kind, in the order of the page.
function news(kind) {
  const found = find(kind);
  if (EACH.includes(kind)) {
    const added = found.filter((one) => !known.has(kind + one.dataset[kind]));
    for (const one of added) known.add(kind + one.dataset[kind]);
    return added;
  }
  const number = found[0]?.dataset[kind];
  const isNew = number && number !== last[kind];
  last[kind] = number;
  return isNew ? [found[0]] : [];
}

function show(kind, elements) {
  const said = elements.map((one) => one.querySelector("[data-said]") || one);
  const letters = said.map((one) => one.textContent.trim()).join("").length;
  const isSaid = kind !== "revealed" && kind !== "last";
  box.classList.toggle("is-move", kind === "last");
  box.classList.toggle("is-said", isSaid);
  box.toggleAttribute("data-long", letters > LONG);
  const parts = EACH.includes(kind) ? said : said.flatMap((one) => [...one.childNodes]);
  box.replaceChildren(...parts.map((node) => node.cloneNode(true)));
  if (isSaid) navigator.vibrate?.(VIBRATION_MS);
  const seconds = SECONDS + (isSaid ? letters / LETTERS : 0);
  clearTimeout(timer);
  timer = setTimeout(() => box.replaceChildren(), seconds * 1000);
}

function readOut(titles) {
  document.getElementById("aloud").textContent = titles.map((one) => one.textContent).join(" ");
  navigator.vibrate?.(VIBRATION_MS);
}

function close() {
  for (const one of find("announcement")) if (closed.has(one.dataset.announcement)) one.open = false;
}

for (const kind of [...kinds, "news"]) news(kind);
close();

document.addEventListener("frame", () => {
  close();
  const found = kinds.map((kind) => [kind, news(kind)]).find(([, elements]) => elements.length);
  if (found) show(...found);
  const titles = news("news");
  if (titles.length) readOut(titles);
});

// `toggle` doesn't bubble.
document.addEventListener(
  "toggle",
  ({ target }) => {
    const key = target.dataset?.announcement;
    if (!key || !target.isConnected) return;
    if (target.open) closed.delete(key);
    else closed.add(key);
    keep("sessionStorage", CLOSED, JSON.stringify([...closed].slice(-CLOSED_MOST)));
  },
  true,
);
