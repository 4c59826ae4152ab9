// The film: plays the replay move by move.
//
//   <div data-film hidden> <button id="film-play" data-play data-pause>
//     <button data-speed="2" aria-pressed="false">…
//   <div data-film data-step="n">: the key of the jump that comes next, by default ArrowRight
//   <h2 data-reading-ms="900">: how much longer it stops at this position

const WAIT_MS = 2400; // between two moves at the speed 1×

const film = document.querySelector("[data-film]");
const button = document.getElementById("film-play");

const STEP = film.dataset.step || "ArrowRight";

let speed = 1;
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

function choose(chosen) {
  speed = Number(chosen.dataset.speed);
  for (const one of film.querySelectorAll("[data-speed]")) {
    one.setAttribute("aria-pressed", String(one === chosen));
  }
}

export function install(step) {
  film.hidden = false;
  const toggle = () => (isOn ? pause() : play(step));
  button.addEventListener("click", toggle);
  film.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-speed]");
    if (chosen) choose(chosen);
  });
  document.addEventListener("keydown", (event) => {
    const isOnControl = event.target.closest?.("a[href], button, summary, input, textarea, [tabindex]");
    if (event.key !== " " || isOnControl || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) toggle();
  });
}
