// Keeps what has been typed and not saved in this tab, so that it survives a lost network or a reload.
//
//   <textarea data-keep="KEY" data-stored="what the server has">
//   <span data-unsaved hidden>  <span data-saved>    in the same form
//
// What is kept is forgotten once the server has it.

// As the server stores it.
const stored = (text) => text.normalize("NFC").split(/\s+/).filter(Boolean).join(" ");

function kept(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null; // no storage
  }
}

function keep(key, text) {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // It is in the page alone.
  }
}

function show(field) {
  const isUnsaved = stored(field.value) !== field.dataset.stored;
  keep(field.dataset.keep, isUnsaved ? field.value : null);
  field.form.querySelector("[data-unsaved]").hidden = !isUnsaved;
  const saved = field.form.querySelector("[data-saved]");
  if (saved) saved.hidden = isUnsaved;
}

for (const field of document.querySelectorAll("textarea[data-keep]")) {
  const text = kept(field.dataset.keep);
  if (text !== null && !field.matches("[aria-invalid]")) field.value = text;
  show(field);
  field.addEventListener("input", () => show(field));
}
