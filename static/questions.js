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

for (const field of fields) {
  show(field);
  field.addEventListener("input", () => show(field));
  field.form.addEventListener("submit", () => (isSending = true));
}

// The browser asks before a text is lost.
addEventListener("beforeunload", (event) => {
  if (!isSending && fields.some(isUnsaved)) event.preventDefault();
});
addEventListener("pageshow", () => (isSending = false));
