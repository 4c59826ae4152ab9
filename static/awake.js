// Keeps the screen awake where the browser allows it: on walls, on consoles, and on the phone of
// the player whose turn it is. The browser lets go of the lock when the page is hidden.

let lock = null;
let isAsking = false;

function isWanted() {
  return Boolean(document.querySelector("html.wall, .board.console, #task .own-turn"));
}

async function follow() {
  if (!isWanted()) {
    lock?.release();
    lock = null;
    return;
  }
  if (isAsking || document.hidden || (lock && !lock.released)) return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    lock = null; // not allowed now, as with an empty battery
  }
  isAsking = false;
}

document.addEventListener("visibilitychange", follow);
document.addEventListener("frame", follow);
document.addEventListener("task", follow);
follow();
