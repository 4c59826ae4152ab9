// What a board shows besides its choices: questions, what was opened, and what was pressed.
//
//   <div data-ask hidden></div>   in #live
//   <details id data-keep>        stays open or closed when the board is replaced
//   <… data-bar>  <… data-watch>  what sticks to the bottom of a phone, and what it must not cover

const place = () => document.querySelector("#live [data-ask]");

// Asks with a button for each answer, of which the last is the most likely; without a title it stops
// asking. Returns whether there is a place to ask.
export function ask(title = "", answers = []) {
  const box = place();
  if (!box) return false;
  const sentence = document.createElement("p");
  sentence.textContent = title;
  const row = document.createElement("div");
  for (const { text, press } of answers) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", press);
    row.append(button);
  }
  box.hidden = !title;
  box.replaceChildren(...(title ? [sentence, row] : []));
  row.lastChild?.classList.add("main");
  row.lastChild?.focus({ preventScroll: true });
  return true;
}

// On a phone, what asks covers the lower part of the map: what was pressed stays visible.
export function keepInView(pressed = document.querySelector("#live [data-watch]")) {
  const bars = [...document.querySelectorAll("#live [data-bar]")];
  const bar = bars.find((one) => getComputedStyle(one).position === "sticky");
  if (!pressed || !bar || bar.contains(pressed)) return;
  const hidden = pressed.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
  if (hidden > 0) scrollBy(0, hidden + 8);
}

const kept = new Map(); // whether it is open, by id

export function keepOpen() {
  for (const [id, isOpen] of kept) {
    const details = document.getElementById(id);
    if (details) details.open = isOpen;
  }
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches?.("#live details[data-keep]")) kept.set(target.id, target.open);
  },
  true,
);
