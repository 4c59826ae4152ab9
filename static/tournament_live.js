// Keeps the parts of the instructor's page of a tournament up to date: <section id="part-round" data-part>.
// What is open stays open, the focus stays where it is, and a part that is being pressed waits.
import { watch } from "./polling.js";

const parts = () => [...document.querySelectorAll("[data-part]")];

function replace(part, fresh) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const open = [...part.querySelectorAll("details[open][id]")].map((one) => one.id);
  part.replaceChildren(...fresh.childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (!focused) return;
  const successor = focused.id && document.getElementById(focused.id);
  successor?.focus({ preventScroll: true });
  if (successor && document.activeElement === successor) return;
  part.tabIndex = -1; // it has become something else, or is folded up now
  part.focus({ preventScroll: true });
}

watch(document.getElementById("tournament-parts"), (page) => {
  if (parts().some((part) => part.querySelector(":active"))) return false;
  for (const part of parts()) {
    const fresh = page.getElementById(part.id);
    if (fresh) replace(part, fresh);
  }
});
