// The switch between chart and map is remembered, and a region that was pressed stays shown while
// the map is replaced. Without it the switch works, and a region is shown until the next move.

import { keep, recall } from "../stored.js";

const KEY = "view";

const wanted = recall("localStorage", KEY);
for (const choice of document.querySelectorAll(".views input[type=radio]")) {
  if (choice.id === wanted) choice.checked = true;
  choice.addEventListener("change", () => keep("localStorage", KEY, choice.id));
}

let shown = location.hash.slice(1);

function mark() {
  for (const region of document.querySelectorAll(".region-facts")) {
    region.classList.toggle("shown", region.id === shown);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".map-sheet a[href^='#at-']");
  if (!link) return;
  event.preventDefault();
  if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  const id = link.getAttribute("href").slice(1);
  shown = shown === id ? "" : id;
  mark();
  document.getElementById(shown)?.scrollIntoView({ block: "nearest" });
});

new MutationObserver(mark).observe(document.querySelector("main"), { childList: true, subtree: true });
