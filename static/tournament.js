// Keeps a tournament's wall up to date, and shows its parts in turn.
const TURN_MS = 12000;
const part = document.getElementById("tournament");
const lost = document.getElementById("lost");
const pause = document.getElementById("pause");
let etag = "";
let at = 0;

function leaves() {
  return [...part.querySelectorAll(".leaf")];
}

function showLeaf() {
  const all = leaves();
  const isTurning = pause.getAttribute("aria-pressed") === "false";
  pause.hidden = all.length < 2;
  at %= Math.max(all.length, 1);
  // While paused, all parts are shown one under another and can be scrolled.
  all.forEach((leaf, place) => { leaf.hidden = isTurning && place !== at; });
}

async function lookAgain() {
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const answer = await fetch(location.href, { headers, cache: "no-store" });
    if (answer.status === 200) {
      etag = answer.headers.get("ETag") || "";
      const text = await answer.text();
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("tournament");
      if (fresh && fresh.innerHTML !== part.dataset.was) {
        part.dataset.was = fresh.innerHTML;
        part.replaceChildren(...fresh.childNodes);
        showLeaf();
      }
    } else if (answer.status !== 304) throw new Error(String(answer.status));
    lost.hidden = true;
  } catch {
    if (lost.hidden) lost.textContent = lost.dataset.lost.replace("{time}", new Date().toLocaleTimeString());
    lost.hidden = false;
  }
  setTimeout(lookAgain, Number(part.dataset.lookAgain) * 1000);
}

part.dataset.was = part.innerHTML;
pause.addEventListener("click", () => {
  const isTurning = pause.getAttribute("aria-pressed") === "false";
  pause.setAttribute("aria-pressed", String(isTurning));
  showLeaf();
});
setInterval(() => { at += 1; showLeaf(); }, TURN_MS);
showLeaf();
lookAgain();
