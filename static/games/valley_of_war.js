// The referee's sheet: either Emperor's outcome first, the second press records; and Haji's count.
// It knows no rule. Without it Red is pressed first, and Blue's button records.
//
//   <form class="throw"><input type="radio" name="red"> <button name="blue">…</form>
//   <button id="haji" data-haji="3 2 1 Haji!" hidden> <button id="haji-sound" aria-pressed hidden>

const STEP_MS = 500; // between two words of the count
const LAST_MS = 900; // that the last one stands

const byId = (id) => document.getElementById(id);

// Two presses, in either order

const blueOf = (form) => form.querySelector("button[name=blue][aria-pressed=true]");

function pressBlue(event, button) {
  const form = button.form;
  const before = blueOf(form);
  before?.removeAttribute("aria-pressed");
  if (form.querySelector("input[name=red]:checked")) return; // the form is sent
  event.preventDefault();
  if (before !== button) button.setAttribute("aria-pressed", "true");
}

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.(".throw button[name=blue]");
    if (button) pressBlue(event, button);
  },
  true,
);
document.addEventListener("click", (event) => {
  const radio = event.target.closest?.(".throw input[name=red]");
  // The arrow keys click each choice on their way (detail 0): there Blue's button records.
  if (radio && event.detail) blueOf(radio.form)?.click();
});

// Haji

let timers = [];
let sound = null; // an AudioContext once it has been asked for

function beep(isLast) {
  if (!sound) return;
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  tone.frequency.value = isLast ? 880 : 440;
  volume.gain.setValueAtTime(0.2, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + (isLast ? 0.5 : 0.15));
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.5);
}

function turnSound() {
  if (sound) sound.close();
  sound = sound ? null : new AudioContext();
  dress();
  beep(true);
}

function sheet() {
  const found = byId("haji-count");
  if (found) return found;
  const made = document.createElement("div");
  made.id = "haji-count";
  made.setAttribute("role", "status");
  made.addEventListener("click", stop);
  document.body.append(made);
  return made;
}

function stop() {
  timers.forEach(clearTimeout);
  timers = [];
  byId("haji-count")?.remove();
}

function count(words) {
  stop();
  document.querySelector(".throw")?.classList.remove("forward");
  const shown = sheet();
  const last = words.length - 1;
  words.forEach((word, i) => {
    const say = () => {
      shown.textContent = word;
      shown.classList.toggle("last", i === last);
      beep(i === last);
    };
    if (i) timers.push(setTimeout(say, i * STEP_MS));
    else say();
  });
  timers.push(setTimeout(bringForward, last * STEP_MS + LAST_MS));
}

// They have thrown: now what came of it.
function bringForward() {
  stop();
  const form = document.querySelector(".throw");
  form?.classList.add("forward");
  form?.scrollIntoView({ block: "nearest" });
  form?.querySelector("input[name=red]")?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const haji = event.target.closest?.("#haji");
  if (haji) count(haji.dataset.haji.split(" "));
  if (event.target.closest?.("#haji-sound")) turnSound();
});
document.addEventListener("keydown", (event) => event.key === "Escape" && stop());

// The buttons come anew with every move

function dress() {
  for (const id of ["haji", "haji-sound"]) {
    if (byId(id)) byId(id).hidden = false;
  }
  byId("haji-sound")?.setAttribute("aria-pressed", String(sound !== null));
}

document.addEventListener("htmx:afterSettle", dress);
dress();
