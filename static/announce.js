// Announces for some seconds what a frame has brought: that orders have been revealed, and on the
// wall the last move.
//
//   <p data-revealed="15" hidden>Orders revealed</p>   in #live: the number of the last entry
//   <p class="last-move" data-last="15">…</p>          likewise; announced only with data-moves
//   <div id="announcement" role="status" data-moves>   outside it
//
// What the page showed when it was loaded is not announced, nor is the same entry again.

const SECONDS = 5;
const LONG = 110; // letters: more of them are set smaller

const box = document.getElementById("announcement");
const selectors = ["revealed", ...("moves" in box.dataset ? ["last"] : [])];
const marks = () => selectors.map((name) => document.querySelector(`#live [data-${name}]`));
const numbers = () => marks().map((mark, i) => mark?.dataset[selectors[i]]);
let last = numbers();
let timer = 0;

document.addEventListener("frame", () => {
  const now = numbers();
  const which = now.findIndex((number, i) => number && number !== last[i]);
  last = now;
  if (which < 0) return;
  const news = marks()[which];
  box.classList.toggle("is-move", selectors[which] === "last");
  box.toggleAttribute("data-long", news.textContent.trim().length > LONG);
  box.replaceChildren(...[...news.childNodes].map((node) => node.cloneNode(true)));
  clearTimeout(timer);
  timer = setTimeout(() => box.replaceChildren(), SECONDS * 1000);
});
