// Keeps scroll positions, open details and focus while a part of the page is replaced.

// A selector that finds an element again after the part has been replaced.
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  // A board's button is identified by its move.
  const name = ["aria-labelledby", "data-pick", "value"].find((one) => element.getAttribute(one));
  return name && `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
}

// Saves scroll positions, open details and focus in an element; returns a function to restore them,
// also in another element with the same id.
export function remember(element) {
  const kept = [];
  for (const inner of element.querySelectorAll("[id], [aria-labelledby]")) {
    const { scrollLeft, scrollTop, open } = inner;
    if (scrollLeft || scrollTop || open) {
      kept.push([nameOf(inner), { scrollLeft, scrollTop, open }]);
    }
  }
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  const focused = active && nameOf(active);
  // A pressed button may be gone afterwards: focus goes to the first move, not to the page's top.
  const isByKey = active?.matches("button:focus-visible");
  return () => {
    const fresh = element.isConnected ? element : document.getElementById(element.id);
    for (const [name, state] of kept) {
      const inner = fresh.querySelector(name);
      if (!inner) continue;
      inner.scrollLeft = state.scrollLeft;
      inner.scrollTop = state.scrollTop;
      if (state.open && "open" in inner) inner.open = true;
    }
    if (fresh.contains(document.activeElement)) return; // it wasn't replaced
    const same = focused && fresh.querySelector(focused);
    const next = same || (isByKey && fresh.querySelector("button[form=press][name=move]"));
    if (next) next.focus({ preventScroll: true });
  };
}
