// The moderator's reminder on a phone: it vibrates once for each, where the browser allows it.
//
//   <p id="reminder" data-reminder="2">Your moderator asks for your orders.</p>

const VIBRATION_MS = 200;

const number = () => Number(document.getElementById("reminder")?.dataset.reminder || 0);

let last = number();

document.addEventListener("frame", () => {
  if (number() > last) navigator.vibrate?.(VIBRATION_MS);
  last = Math.max(last, number());
});
