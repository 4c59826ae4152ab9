// The page of a promise: its sentence is on top, and changes with each choice.
//
//   <div id="promise">                        all that a choice can change, as the server makes it
//     <form id="terms">  <nav class="kinds">  <b class="promise-sentence">
//
// The server knows what can be promised, and how it is said. Without this a button asks it.

import { remember } from "./remember.js";

const part = document.getElementById("promise");
let question = null;

// Whether the sentence doesn't say yet what is chosen.
const isBehind = () => part.getAttribute("aria-busy") === "true";
const setBehind = (is) => part.setAttribute("aria-busy", String(is));

const sentences = () => [...part.querySelectorAll(".promise-sentence")];

async function ask(url, options) {
  question?.abort();
  setBehind(true);
  const mine = (question = new AbortController());
  try {
    const answer = await fetch(url, { ...options, signal: mine.signal });
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
  const back = remember(part);
  part.replaceChildren(...fresh.childNodes);
  setBehind(false);
  back();
  if (before.length) sentences().forEach((one, i) => mark(one, before[i] || ""));
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
  const body = new FormData(document.getElementById("terms"));
  body.set("do", "show");
  ask(location.href, { method: "POST", body });
}

// Whatever isn't said yet is said with what is chosen at first.
function complete() {
  const isSaid = sentences().length || part.querySelector(".message.bad");
  if (!isSaid && document.getElementById("terms")) send();
}

part?.addEventListener("change", send);
part?.addEventListener("submit", (event) => {
  if (event.target.id !== "terms" && !isBehind()) return;
  event.preventDefault();
  send();
});
part?.addEventListener("click", (event) => {
  const link = event.target.closest(".kinds a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(history.state, "", link.href);
  ask(link.href);
});
part?.classList.add("live");
if (part) complete();
