// Says whether what has been typed is saved.
//
//   <textarea data-stored="what the server has">
//   <span data-unsaved hidden>  <span data-saved>    in the same form

// As the server stores it.
const stored = (text) => text.normalize("NFC").split(/\s+/).filter(Boolean).join(" ");

const isUnsaved = (field) => stored(field.value) !== field.dataset.stored;
const fields = [...document.querySelectorAll("textarea[data-stored]")];
let isSending = false;

function show(field) {
  field.form.querySelector("[data-unsaved]").hidden = !isUnsaved(field);
  const saved = field.form.querySelector("[data-saved]");
  if (saved) saved.hidden = isUnsaved(field);
}

// Saving one answer loads the page again; what is typed for other questions is kept in this tab meanwhile.
const keyOf = (field) => `${location.pathname}#${field.id}`;

function send(sent) {
  isSending = true;
  for (const field of fields) {
    if (field !== sent && isUnsaved(field)) sessionStorage.setItem(keyOf(field), field.value);
  }
}

for (const field of fields) {
  field.value = sessionStorage.getItem(keyOf(field)) ?? field.value;
  sessionStorage.removeItem(keyOf(field));
  show(field);
  field.addEventListener("input", () => show(field));
  field.form.addEventListener("submit", () => send(field));
}

// The browser asks before a text is lost.
addEventListener("beforeunload", (event) => {
  if (!isSending && fields.some(isUnsaved)) event.preventDefault();
});
addEventListener("pageshow", () => (isSending = false));
