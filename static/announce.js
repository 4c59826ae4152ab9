// Announces for some seconds that orders have been revealed, when the frame that says so arrives.
//
//   <p data-revealed="15" hidden>Orders revealed</p>   in #live: the number of the last entry
//   <div id="announcement" role="status">              outside it
//
// What the page showed when it was loaded is not announced, nor is the same reveal again.

const SECONDS = 4;

const mark = () => document.querySelector("#live [data-revealed]");
let last = mark()?.dataset.revealed;
let timer = 0;

document.addEventListener("frame", () => {
  const now = mark();
  if (!now || now.dataset.revealed === last) return;
  last = now.dataset.revealed;
  const box = document.getElementById("announcement");
  box.replaceChildren(...[...now.childNodes].map((node) => node.cloneNode(true)));
  clearTimeout(timer);
  timer = setTimeout(() => box.replaceChildren(), SECONDS * 1000);
});
