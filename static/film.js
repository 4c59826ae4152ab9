// The film: plays the replay move by move.
//
//   <button id="film-play" data-play data-pause hidden>
//   <button id="film-speed" hidden> <b>1×</b>: each press goes on to the next speed
//   <h2 data-reading-ms="900">: how much longer it stops at this position, also if it starts there
//   <i class="fills">: fills while it stops

const WAIT_MS = 2400; // between two moves at the speed 1
const SPEEDS = [1, 2, 4];

const button = document.getElementById("film-play");
const faster = document.getElementById("film-speed");

const STEP = "ArrowRight";

let speed = SPEEDS[0];
let timer = 0;
let isOn = false;

const readingMs = () => Number(document.querySelector("[data-reading-ms]")?.dataset.readingMs ?? 0);

function fill(ms) {
  const bar = document.querySelector("i.fills");
  if (bar && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    bar.animate({ backgroundSize: ["0 100%", "100% 100%"] }, { duration: ms, id: "fill" });
}

export function pause() {
  clearTimeout(timer);
  document.getAnimations().filter((one) => one.id === "fill").forEach((one) => one.cancel());
  isOn = false;
  button.textContent = button.dataset.play;
}

// Starts the film; `step` shows the next move, or the first, and says whether there was one.
function play(step) {
  isOn = true;
  button.textContent = button.dataset.pause;
  const wait = () => {
    const ms = (WAIT_MS + readingMs()) / speed;
    fill(ms);
    timer = setTimeout(next, ms, STEP);
  };
  const next = async (keys) => {
    const isShown = await step(keys);
    if (!isOn) return;
    if (isShown) wait();
    else pause();
  };
  if (!document.querySelector(`[data-keys="${STEP}"][href]`)) next("Home");
  else if (readingMs()) wait();
  else next(STEP);
}

export function install(step) {
  button.hidden = faster.hidden = false;
  const toggle = () => (isOn ? pause() : play(step));
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
}
