// What neighbours must not read: the goals, and what places are worth to place something. Both are
// covered until one of them is pressed, and covered again together: by a press, with another tab than
// the goals', and when the phone is locked.
//
//   <div class="phone" data-tab="goals">
//   <details id="cover">   the goals
//   <details id="worth">   in the frame, on the slip; or in the list of moves
//
// Without it each of them is pressed alone, and a new page is covered.

const both = () => ["cover", "worth"].map((id) => document.getElementById(id)).filter(Boolean);
const tab = () => document.querySelector(".phone").dataset.tab;

let shown = tab();

function set(isOpen) {
  for (const one of both()) one.open = isOpen;
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (both().includes(target)) set(target.open);
  },
  true,
);
document.addEventListener("tab", () => {
  if (shown === "goals") set(false);
  shown = tab();
});
document.addEventListener("visibilitychange", () => document.hidden && set(false));
// The slip of the next turn comes covered.
for (const type of ["frame", "htmx:afterSettle"]) {
  document.addEventListener(type, () => set(document.getElementById("cover").open));
}
