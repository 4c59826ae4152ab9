// Keeps a page with forms up to date, which no feed can hold: asks for it again when its feed has changed.
//
//   <div id="live" data-feed="…">  <div data-again="?round=2" data-pace-ms="9000">
//   <section id="part-round" data-part>: is replaced; what is open stays open, the focus where it is
//
// Pages of a whole class that ask at once are spread over the pace. A redirection is followed.

import { whenReleased } from "./pressing.js";
import { remember } from "./remember.js";

const AGAIN_MS = 2000;

let asked = 0; // an earlier answer may come later

const place = document.querySelector("[data-again]");
const paceMs = Number(place.dataset.paceMs) || 0;
let isSoon = false;

function replace(part, fresh) {
  const hadFocus = part.contains(document.activeElement);
  const back = remember(part);
  part.replaceChildren(...fresh.childNodes);
  back();
  if (!hadFocus || part.contains(document.activeElement)) return;
  part.tabIndex = -1; // what had it has become something else, or is folded up now
  part.focus({ preventScroll: true });
}

async function look() {
  const mine = ++asked;
  try {
    const answer = await fetch(place.dataset.again, { cache: "no-store" });
    if (answer.redirected) return location.replace(answer.url);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    whenReleased(() => {
      if (mine !== asked) return;
      document.title = page.title;
      for (const part of document.querySelectorAll("[data-part]")) {
        const fresh = page.getElementById(part.id);
        if (fresh) replace(part, fresh);
      }
    });
  } catch {
    setTimeout(() => mine === asked && look(), AGAIN_MS);
  }
}

function soon() {
  if (isSoon) return;
  isSoon = true;
  setTimeout(() => {
    isSoon = false;
    look();
  }, paceMs * Math.random());
}

document.addEventListener("frame", paceMs ? soon : look);
