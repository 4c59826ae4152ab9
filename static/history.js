// Keeps the history of a game up to date: <div id="history" data-look-again data-version data-url>.
// Tables that are open stay open, and the focus stays where it is.
import { watch } from "./polling.js";
import { remember } from "./remember.js";

const shown = document.getElementById("history");

watch(shown, (page) => {
  const fresh = page.getElementById("history");
  if (!fresh) return;
  const back = remember(shown);
  shown.replaceChildren(...fresh.childNodes);
  back();
});
