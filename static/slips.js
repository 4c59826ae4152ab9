// The moderator's panel of order slips: a slip is uncovered in place, and covered again.
//
//   <a href="/g/X/slips/egypt/" data-peek="egypt" data-cover="Cover"><span>Peek</span></a>
//   <div class="peeked" data-slip="egypt" hidden></div>
//
// Without it the link leads to a page with the slip. With each frame the slip that is uncovered is
// fetched again, as it is then.

let open = ""; // the player whose slip is uncovered

const link = (player) => document.querySelector(`[data-peek="${CSS.escape(player)}"]`);
const place = (player) => document.querySelector(`[data-slip="${CSS.escape(player)}"]`);

function label(player, isOpen) {
  const button = link(player);
  const word = button?.querySelector("span");
  if (!word) return;
  button.dataset.word ||= word.textContent;
  word.textContent = isOpen ? button.dataset.cover : button.dataset.word;
  button.setAttribute("aria-expanded", String(isOpen));
}

function cover() {
  if (!open) return;
  const shown = place(open);
  if (shown) {
    shown.replaceChildren();
    shown.hidden = true;
  }
  label(open, false);
  open = "";
}

async function uncover(player) {
  open = player;
  try {
    const answer = await fetch(`${link(player).href}?part`, { cache: "no-store" });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    const html = await answer.text();
    const shown = place(player);
    if (open !== player || !shown) return;
    shown.innerHTML = html;
    shown.hidden = false;
    label(player, true);
    window.htmx?.process(shown);
  } catch {
    if (open === player) cover();
  }
}

function dress() {
  for (const button of document.querySelectorAll("[data-peek]")) {
    button.setAttribute("role", "button");
    button.setAttribute("aria-expanded", String(button.dataset.peek === open));
  }
}

function renew() {
  dress();
  if (open) uncover(open);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-peek]");
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const player = button.dataset.peek;
  const isOpen = open === player;
  cover();
  if (!isOpen) uncover(player);
});
document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.matches?.("[data-peek]")) {
    event.preventDefault();
    event.target.click();
  } else if (event.key === "Escape" && open) {
    const button = link(open);
    const wasInside = place(open)?.contains(document.activeElement);
    cover();
    if (wasInside) button?.focus();
  }
});
document.addEventListener("frame", renew);
document.addEventListener("htmx:afterSettle", renew);
dress();
