// Fetches the buttons of a class's clocks again when somebody else has changed a clock.
//
//   <section data-clocks="…" hx-get=… hx-trigger="refresh">   the buttons
//   <template data-clocks="…">                                in #live: the clocks as they are now

document.addEventListener("frame", () => {
  const part = document.querySelector("[data-clocks][hx-get]");
  const now = document.querySelector("#live [data-clocks]");
  if (!part || !now || part.dataset.clocks === now.dataset.clocks) return;
  const focused = document.activeElement;
  if (part.contains(focused) && focused.matches("input, select")) return; // somebody is typing
  htmx.trigger(part, "refresh");
});
