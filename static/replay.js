// The replay: follows its links without reloading the page, also by keyboard.
//
//   <section data-replay> <nav> <a id href data-keys="Shift+ArrowLeft"> … <span data-keys-hint hidden>
//   #place, #steps, #said, #moves, #more, #past: the parts that are replaced
//
// Without it the links work as links.

const PARTS = ["place", "steps", "said", "moves", "more", "past"];

const root = document.querySelector("[data-replay]");
let wanted = []; // keys and addresses, in order
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

// One after the other, so that three quick presses move three steps.
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
      location.assign(to); // the browser shows what is wrong, as for any link
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
  if (isScrolled(event.target)) return; // there the arrow keys scroll
  event.preventDefault();
  if (event.repeat && isGoing) return; // a held key moves as fast as pages load
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
