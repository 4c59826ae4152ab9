// The debrief: shows what has been released or withdrawn, at the move that is shown.
//
//   <div id="debrief" data-opened="?game=1&move=7">: where it was opened
//   <div id="live" data-feed="…">: changes with what has been released
//   <section id="words"> <h2 data-reading-ms>: on a wall it scrolls by itself if it is too long
import { refresh } from "./replay.js";

const BEFORE_MS = 2500;

const root = document.getElementById("debrief");
const words = document.getElementById("words");
let scrolling = 0;

// What is released later doesn't move a page that was opened without a move.
if (!new URLSearchParams(location.search).has("move")) history.replaceState(null, "", root.dataset.opened + location.hash);
document.addEventListener("frame", refresh);

function scrollOn() {
  cancelAnimationFrame(scrolling);
  words.scrollTop = 0;
  const far = words.scrollHeight - words.clientHeight;
  const reading = Number(words.querySelector("[data-reading-ms]")?.dataset.readingMs ?? 0);
  if (far <= 0 || !reading) return;
  const began = performance.now();
  const step = (now) => {
    if (words.matches(":hover, :focus")) return; // somebody scrolls it
    const share = Math.min(Math.max(0, now - began - BEFORE_MS) / reading, 1);
    words.scrollTop = far * share;
    if (share < 1) scrolling = requestAnimationFrame(step);
  };
  scrolling = requestAnimationFrame(step);
}

if (document.documentElement.classList.contains("wall") && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
  new MutationObserver(scrollOn).observe(words, { childList: true });
  scrollOn();
}
