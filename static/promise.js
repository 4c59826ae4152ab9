// A promise that is being made, over the talk with its partner: its sentence is on top, and changes
// with each choice.
//
//   <a href="/play/KLMNPQ/promise/?to=hatti" data-promise>   opens it
//   <div id="promise-place">  <section id="promise">          all that a choice can change, as the server makes it
//     <form id="terms">  <nav class="kinds">  <b class="promise-sentence">  <form id="offer-promise">
//     <a id="promise-close">
//
// The server knows what can be promised, and how it is said. Without this a button asks it.

import { answered, refuse } from "./posting.js";
import { remember } from "./remember.js";

const place = document.getElementById("promise-place");
const board = document.querySelector(".phone");
const byId = (id) => document.getElementById(id);
let question = null;
let talk = board.dataset.to; // the one that it is made in

// Whether the sentence doesn't say yet what is chosen.
const isBehind = () => place.getAttribute("aria-busy") === "true";
const setBehind = (is) => place.setAttribute("aria-busy", String(is));

const sentences = () => [...place.querySelectorAll(".promise-sentence")];

async function ask(address, body) {
  question?.abort();
  setBehind(true);
  const mine = (question = new AbortController());
  const url = new URL(address);
  url.searchParams.set("part", "promise");
  try {
    const answer = await fetch(url, { method: body ? "POST" : "GET", body, signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("promise");
    if (!fresh) return location.reload(); // it says why
    show(fresh);
  } catch {
    // Another choice has been made; or without a connection, it is said before it can be offered.
  }
}

function show(fresh) {
  const before = sentences().map((one) => one.textContent);
  const isNew = !byId("promise");
  const back = remember(place);
  place.replaceChildren(fresh);
  setBehind(false);
  back();
  if (before.length) sentences().forEach((one, i) => mark(one, before[i] || ""));
  if (isNew) byId("promise-title").focus({ preventScroll: true });
  complete();
}

// Marks what has changed: the words between those that begin and those that end both sentences.
function mark(sentence, before) {
  const now = sentence.textContent.split(" ");
  const had = before.split(" ");
  let [first, last] = [0, 0];
  while (first < now.length && now[first] === had[first]) first += 1;
  while (last < now.length - first && now.at(-1 - last) === had.at(-1 - last)) last += 1;
  if (first + last >= now.length) return;
  const changed = document.createElement("mark");
  changed.textContent = now.slice(first, now.length - last).join(" ");
  const end = now.slice(now.length - last).join(" ");
  sentence.replaceChildren(now.slice(0, first).join(" "), " ", changed, " ", end);
}

function send() {
  const body = new FormData(byId("terms"));
  body.set("do", "show");
  body.set("part", "promise");
  ask(byId("terms").action, body);
}

// Whatever isn't said yet is said with what is chosen at first.
function complete() {
  const isSaid = sentences().length || place.querySelector(".message.bad");
  if (!isSaid && byId("terms")) send();
}

function open(link) {
  const plus = byId("plus");
  if (plus) plus.open = false;
  byId(`to-${new URL(link.href).searchParams.get("to")}`)?.click();
  talk = board.dataset.to;
  place.hidden = false;
  ask(link.href);
}

function close() {
  question?.abort();
  const address = byId("promise-close")?.href;
  if (new URLSearchParams(location.search).has("promise")) history.replaceState(history.state, "", address);
  place.replaceChildren();
}

// Without a talk in which it stands it is shown in the record, which a frame brings.
function openRecord() {
  const record = byId("own-record");
  if (!record) return;
  record.open = true;
  record.scrollIntoView({ block: "nearest" });
}

answered("promise", (item, { status, text }) => {
  if (status === 200) {
    close();
    if (!talk) openRecord();
    if (!talk) document.addEventListener("frame", openRecord, { once: true });
  } else refuse(text, item);
  byId("offer-it")?.removeAttribute("aria-busy");
});

place.addEventListener("change", send);
place.addEventListener("submit", (event) => {
  if (event.target.id !== "terms" && !isBehind()) return;
  event.preventDefault();
  send();
});
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest?.("a[data-promise], #promise .kinds a, #promise-close");
  if (!link) return;
  event.preventDefault();
  if (link.id === "promise-close") close();
  else if (link.dataset.promise === undefined) ask(link.href);
  else open(link);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
// It stays in its talk.
document.addEventListener("tab", () => (place.hidden = board.dataset.to !== talk));
place.classList.add("live");
complete();
