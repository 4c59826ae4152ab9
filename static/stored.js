// What a page remembers in the browser's storage, "localStorage" or "sessionStorage". Where that is
// blocked, pages work without it.

export function recall(storage, key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

export function keep(storage, key, value) {
  try {
    window[storage].setItem(key, value);
  } catch {
    // blocked, or full
  }
}

// What is typed on a page outlives its reloading after an update of the site, in its own tab: the
// next page takes it out of the storage. It is for the same person alone, as students may share a phone.

const TYPED = "typed";

const place = () => `${location.pathname} ${document.getElementById("unsaved")?.dataset.owner}`;

const fields = () =>
  [...document.querySelectorAll("input, textarea, select")].filter(
    (one) => one.name && !["hidden", "password", "file"].includes(one.type),
  );

// Whether a field isn't as the page came.
export function isTyped(field) {
  if (field.type === "select-one") {
    const first = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(first, 0);
  }
  if (["radio", "checkbox"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

// A field again: its form, its name, and for those of a choice its value.
function keyOf(field) {
  const isChoice = ["radio", "checkbox"].includes(field.type);
  const form = field.form?.getAttribute("action") ?? "";
  return [form, field.form?.id ?? "", field.id, field.name, isChoice ? field.value : ""].join(" ");
}

export function keepTyped() {
  const typed = fields().filter(isTyped);
  const kept = typed.map((one) => [keyOf(one), one.value, one.checked]);
  keep("sessionStorage", TYPED, JSON.stringify({ at: place(), kept }));
}

export function restoreTyped() {
  const stored = JSON.parse(recall("sessionStorage", TYPED));
  if (stored) sessionStorage.removeItem(TYPED);
  if (stored?.at !== place()) return;
  const kept = new Map(stored.kept.map(([key, ...state]) => [key, state]));
  for (const field of fields()) {
    const [value, checked] = kept.get(keyOf(field)) ?? [];
    if (value === undefined) continue;
    if (["radio", "checkbox"].includes(field.type)) field.checked = checked;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
