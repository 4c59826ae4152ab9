// Shows the parts of a tournament's wall in turn where there is room for one of them.

const TURN_MS = 12000;
const part = document.getElementById("tournament");
const pause = document.getElementById("pause");
const turn = document.getElementById("turn");
const isWide = matchMedia("(min-width: 64rem)");
let at = 0;

function leaves() {
  return [...part.querySelectorAll(".leaf")];
}

function showLeaf() {
  const all = leaves();
  // While paused and on phones, all parts are shown one under another and can be scrolled.
  const isTurning = isWide.matches && pause.getAttribute("aria-pressed") === "false";
  pause.hidden = all.length < 2 || !isWide.matches;
  turn.hidden = pause.hidden || !isTurning;
  at %= Math.max(all.length, 1);
  turn.textContent = `${at + 1} / ${all.length}`;
  all.forEach((leaf, place) => { leaf.hidden = isTurning && place !== at; });
}

pause.addEventListener("click", () => {
  const isTurning = pause.getAttribute("aria-pressed") === "false";
  pause.setAttribute("aria-pressed", String(isTurning));
  showLeaf();
});
isWide.addEventListener("change", showLeaf);
setInterval(() => { at += 1; showLeaf(); }, TURN_MS);
showLeaf();
part.addEventListener("frame", showLeaf);
