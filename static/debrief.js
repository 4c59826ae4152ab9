// The debrief: shows what has been released or withdrawn, at the move that is shown.
//
//   <div id="debrief" data-opened="?game=1&move=7">: where it was opened
//   <div id="live" data-feed="…">: changes with what has been released
//   <section id="words"> <div class="wall-card">: on a wall; gets smaller until nothing of it is cut
import { refresh } from "./replay.js";

const LEAST = 0.3;

const words = document.getElementById("words");

// What is released later doesn't move a page that was opened without a move.
const { opened } = document.getElementById("debrief").dataset;
if (!new URLSearchParams(location.search).has("move")) history.replaceState(null, "", opened + location.hash);
document.addEventListener("frame", refresh);

const isCut = (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;

function fit() {
  const card = words.querySelector(".wall-card");
  const boxes = [card, ...card.querySelectorAll(".card-text")];
  for (let size = 1; size > LEAST; size -= 0.05) {
    card.style.setProperty("--fit", size);
    if (!boxes.some(isCut)) return;
  }
}

if (words.querySelector(".wall-card")) {
  new MutationObserver(fit).observe(words, { childList: true });
  new ResizeObserver(fit).observe(words);
  document.fonts.ready.then(fit);
}
