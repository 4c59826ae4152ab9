// What hasn't been saved yet outlives the page in the tab's storage, for its owner alone.

const STORED = "unsaved";

// Keeps `unsaved`, which JSON can hold, instead of what was kept before; null keeps nothing.
export function keep(owner, unsaved) {
  try {
    if (unsaved) sessionStorage.setItem(STORED, JSON.stringify({ owner, unsaved }));
    else sessionStorage.removeItem(STORED);
  } catch {
    // storage is blocked
  }
}

export function keptOf(owner) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED));
    return kept?.owner === owner ? kept.unsaved : null;
  } catch {
    return null;
  }
}
