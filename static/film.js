// The film: plays the replay move by move.
//
//   <button id="film-play" data-play data-pause hidden>, and data-step="n": the key of the jump that comes next,
//     by default ArrowRight
//   <button id="film-speed" hidden> <b>1×</b>: each press goes on to the next speed
//   <h2 data-reading-ms="900">: how much longer it stops at this position

const WAIT_MS = 2400; // between two moves at the speed 1
const SPEEDS = [1, 2, 4];

const button = document.getElementById("film-play");
const faster = document.getElementById("film-speed");

const STEP = button.dataset.step || "ArrowRight";

let speed = SPEEDS[0];
let timer = 0;
let isOn = false;

export function pause() {
  clearTimeout(timer);
  isOn = false;
  button.textContent = button.dataset.play;
}

// Starts the film; `step` shows the next move, or the first, and says whether there was one.
function play(step) {
  isOn = true;
  button.textContent = button.dataset.pause;
  const next = async (keys) => {
    const isShown = await step(keys);
    if (!isOn) return;
    if (!isShown) return pause();
    const reading = Number(document.querySelector("[data-reading-ms]")?.dataset.readingMs ?? 0);
    timer = setTimeout(next, (WAIT_MS + reading) / speed, STEP);
  };
  next(document.querySelector(`[data-keys="${STEP}"][href]`) ? STEP : "Home");
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
