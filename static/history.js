// Keeps the history of a game up to date: <div id="history" data-look-again data-version data-url>.
// Tables that are open stay open, and the focus stays where it is.
import { watch } from "./polling.js";

const shown = document.getElementById("history");

watch(shown, (page) => {
  const fresh = page.getElementById("history");
  if (!fresh) return;
  const focused = shown.contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...shown.querySelectorAll("details[open][id]")].map((one) => one.id);
  shown.replaceChildren(...fresh.childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
});
