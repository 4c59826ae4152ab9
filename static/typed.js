// What is typed on a page outlives its reloading after an update of the site, in its own tab: the
// next page takes it out of the storage.

const STORED = "typed";

const fields = () =>
  [...document.querySelectorAll("input, textarea, select")].filter(
    (one) => one.name && !["hidden", "password", "file"].includes(one.type),
  );

const isTyped = (field) => {
  if (field.options) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
};

// A field again: its form, its name, and for those of a choice its value.
function keyOf(field) {
  const isChoice = ["radio", "checkbox"].includes(field.type);
  const form = field.form?.getAttribute("action") ?? "";
  return [form, field.form?.id ?? "", field.id, field.name, isChoice ? field.value : ""].join(" ");
}

export function keepTyped() {
  const typed = fields().filter(isTyped);
  const kept = typed.map((one) => [keyOf(one), one.value, one.checked]);
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ at: location.pathname, kept }));
  } catch {
    // storage is blocked
  }
}

export function restoreTyped() {
  let stored;
  try {
    stored = JSON.parse(sessionStorage.getItem(STORED));
    sessionStorage.removeItem(STORED);
  } catch {
    return;
  }
  if (stored?.at !== location.pathname) return;
  const kept = new Map(stored.kept.map(([key, ...state]) => [key, state]));
  for (const field of fields()) {
    const [value, checked] = kept.get(keyOf(field)) ?? [];
    if (value === undefined) continue;
    if (["radio", "checkbox"].includes(field.type)) field.checked = checked;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
