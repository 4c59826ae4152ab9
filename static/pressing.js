// Waits until nothing is being pressed: a press on a button that is replaced before its release is
// lost, be it of a mouse or of the space bar.

const LONGEST_MS = 1500; // whoever holds a button longer doesn't keep the page old

let isPressing = false;
let waiting = [];
let timer = 0;

// Calls `act` at once, or after the release.
export const whenReleased = (act) => (isPressing ? waiting.push(act) : act());

function begin(event) {
  if (event.type === "keydown" && event.key !== " ") return;
  isPressing = true;
  clearTimeout(timer);
  timer = setTimeout(end, LONGEST_MS);
}

function end() {
  isPressing = false;
  const released = waiting;
  waiting = [];
  for (const act of released) act();
}

// The click comes right after the release.
function endSoon() {
  if (!isPressing) return;
  clearTimeout(timer);
  timer = setTimeout(end);
}

for (const type of ["pointerdown", "keydown"]) addEventListener(type, begin, true);
for (const type of ["pointerup", "pointercancel", "keyup"]) addEventListener(type, endSoon, true);
addEventListener("blur", endSoon); // of the window alone, as this doesn't bubble
