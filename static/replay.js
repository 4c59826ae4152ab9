// Looking back through a game: its links without loading the page anew, and by the keyboard.
//
//   <section data-replay> <nav> <a id href data-keys="Shift+ArrowLeft"> … <span data-keys-hint hidden>
//   #place, #steps, #said, #more, #past: what another place of the game replaces
//
// Without it the links are links.

const PARTS = ["place", "steps", "said", "more", "past"];

const root = document.querySelector("[data-replay]");
let wanted = []; // keys and addresses, in the order in which they came
let isGoing = false;

function linkOf(keys) {
  return root.querySelector(`a[data-keys="${keys}"][href]`)?.href;
}

async function show(address, isNew) {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = PARTS.map((id) => page.getElementById(id));
  if (fresh.includes(null)) throw new Error("another page");
  const focused = document.activeElement?.id;
  for (const element of fresh) {
    document.getElementById(element.id).replaceChildren(...element.childNodes);
  }
  document.title = page.title;
  if (isNew) history.pushState(null, "", address);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// One after the other, so that three quick presses go three moves.
async function go(step) {
  wanted.push(step);
  if (isGoing) return;
  isGoing = true;
  while (wanted.length) {
    const { keys, address, isNew } = wanted.shift();
    const to = address ?? linkOf(keys);
    if (!to) continue;
    try {
      await show(to, isNew);
    } catch {
      wanted = [];
      location.assign(to); // the browser says what is wrong, as with any link
    }
  }
  isGoing = false;
}

function isScrolled(element) {
  const region = element.closest?.(".scroll");
  return region && region.scrollWidth > region.clientWidth;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const keys = `${event.shiftKey ? "Shift+" : ""}${event.key}`;
  if (!root.querySelector(`a[data-keys="${keys}"]`)) return;
  if (isScrolled(event.target)) return; // there the arrows move what is too wide for the screen
  event.preventDefault();
  if (event.repeat && isGoing) return; // a key that is held goes as fast as pages come
  go({ keys, isNew: true });
});

root.addEventListener("click", (event) => {
  const link = event.target.closest(":is(#steps, #more) a[href]");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain || event.altKey) return;
  event.preventDefault();
  go({ address: link.href, isNew: true });
});

addEventListener("popstate", () => go({ address: location.href, isNew: false }));

root.querySelector("[data-keys-hint]").hidden = matchMedia("(hover: none)").matches;
