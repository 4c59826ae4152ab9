// The replay: follows its links without reloading the page, also by keyboard; and the film, which
// plays it move by move.
//
//   <section data-replay> <nav> <a id href data-keys="Shift+ArrowLeft"> … <span data-keys-hint hidden>
//   <… data-parts="who words">: other parts that are replaced than these:
//   #place, #said, #totals, #steps, #timeline, #moves, #comments, #more, #past
//   <button id="film-play" data-play data-pause hidden>
//   <button id="film-speed" hidden> <b>1×</b>: each press goes on to the next speed
//   <h2 data-reading-ms="900">: how much longer the film stops at this position, also if it starts there
//   <i class="fills">: fills while it stops
//
// Without it the links work as links.

const PARTS = ["place", "said", "totals", "steps", "timeline", "moves", "comments", "more", "past"];

const WAIT_MS = 2400; // between two moves of the film at the speed 1
const SPEEDS = [1, 2, 4];

const button = document.getElementById("film-play");
const faster = document.getElementById("film-speed");
const root = document.querySelector("[data-replay]");
const parts = root.dataset.parts?.split(" ") ?? PARTS;
let wanted = []; // keys and addresses, in order
let isGoing = false;

function linkOf(keys) {
  return root.querySelector(`a[data-keys="${keys}"][href]`)?.href;
}

// A long timeline scrolls sideways: the present move stays in sight.
function follow(scrolled) {
  const region = root.querySelector("#timeline .scroll");
  if (!region) return;
  region.scrollLeft = scrolled;
  const frame = region.getBoundingClientRect();
  const x = document.getElementById("playhead").getBoundingClientRect().left - frame.left;
  const margin = Math.min(frame.width / 4, 120);
  if (x < margin || x > frame.width - margin) region.scrollLeft += x - frame.width / 2;
}

async function show(address, way) {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = parts.map((id) => page.getElementById(id));
  if (fresh.includes(null)) throw new Error("another page");
  const open = [...document.querySelectorAll("details[id]")];
  const focused = document.activeElement?.id;
  const scrolled = root.querySelector("#timeline .scroll")?.scrollLeft ?? 0;
  for (const element of fresh) {
    const shown = document.getElementById(element.id);
    if (shown.innerHTML !== element.innerHTML) shown.replaceChildren(...element.childNodes);
  }
  for (const before of open) {
    const now = document.getElementById(before.id);
    if (now) now.open = before.open;
  }
  document.title = page.title;
  follow(scrolled);
  if (way) history[way](null, "", address);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// The same move once more, with what is new on the page.
export function refresh() {
  go({ address: location.href, way: "" });
}

// One after the other, so that three quick presses move three steps.
async function go(step) {
  if (step.way !== "replaceState" && step.way !== "") pause();
  wanted.push(step);
  if (isGoing) return;
  isGoing = true;
  while (wanted.length) {
    const { keys, address, way } = wanted.shift();
    const to = address ?? linkOf(keys);
    if (!to) continue;
    try {
      await show(to, way);
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
  if (event.target.closest?.("input, textarea")) return; // a comment is being written
  const keys = `${event.shiftKey ? "Shift+" : ""}${event.key}`;
  if (!root.querySelector(`a[data-keys="${keys}"]`)) return;
  if (isScrolled(event.target)) return; // there the arrow keys scroll
  event.preventDefault();
  if (event.repeat && isGoing) return; // a held key moves as fast as pages load
  go({ keys, way: "pushState" });
});

root.addEventListener("click", (event) => {
  const link = event.target.closest(":is(#steps, #events, #timeline, #who, #words, #talks, #more) a");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const address = link?.getAttribute("href");
  if (!address || !isPlain || event.altKey) return;
  event.preventDefault();
  go({ address: new URL(address, location.href).href, way: "pushState" });
});

addEventListener("popstate", () => go({ address: location.href }));

// The film

let speed = SPEEDS[0];
let timer = 0;
let isOn = false;

const readingMs = () => Number(document.querySelector("[data-reading-ms]")?.dataset.readingMs ?? 0);

function fill(ms) {
  const bar = document.querySelector("i.fills");
  if (bar && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    bar.animate({ backgroundSize: ["0 100%", "100% 100%"] }, { duration: ms, id: "fill" });
}

function pause() {
  clearTimeout(timer);
  document.getAnimations().filter((one) => one.id === "fill").forEach((one) => one.cancel());
  isOn = false;
  button.textContent = button.dataset.play;
}

function wait() {
  const ms = (WAIT_MS + readingMs()) / speed;
  fill(ms);
  timer = setTimeout(playOn, ms, "ArrowRight");
}

// One move after the other; the browser's *Back* leaves the film in one step.
async function playOn(keys) {
  const isShown = Boolean(linkOf(keys));
  if (isShown) await go({ keys, way: "replaceState" });
  if (!isOn) return;
  if (isShown) wait();
  else pause();
}

function toggle() {
  if (isOn) return pause();
  isOn = true;
  button.textContent = button.dataset.pause;
  if (!linkOf("ArrowRight")) playOn("Home");
  else if (readingMs()) wait();
  else playOn("ArrowRight");
}

button.hidden = faster.hidden = false;
button.addEventListener("click", toggle);
faster.addEventListener("click", () => {
  speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
  faster.querySelector("b").textContent = `${speed}×`;
});
document.addEventListener("keydown", (event) => {
  const isOnControl = event.target.closest?.("a[href], button, summary, input, textarea, [tabindex]");
  if (event.key !== " " || isOnControl || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!event.repeat) toggle();
});

follow(0);

root.querySelector("[data-keys-hint]").hidden = matchMedia("(hover: none)").matches;
