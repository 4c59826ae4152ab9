// Says whether what has been typed is saved. The outbox (posting.js) saves it.
//
//   <textarea data-stored="what the server has">
//   <span data-unsaved hidden>  <span data-saved hidden>    in the same form

import { answered, refuse, valueOf } from "./posting.js";

// As the server stores it.
const stored = (text) => text.normalize("NFC").split(/\s+/).filter(Boolean).join(" ");

const isUnsaved = (field) => stored(field.value) !== field.dataset.stored;
const fields = [...document.querySelectorAll("textarea[data-stored]")];

function show(field) {
  field.form.querySelector("[data-unsaved]").hidden = !isUnsaved(field);
  const saved = field.form.querySelector("[data-saved]");
  saved.hidden = isUnsaved(field) || !field.dataset.stored;
}

answered("answer", (item, { status, text }) => {
  if (status !== 200) return refuse(text, item);
  const field = document.getElementById(`answer-${valueOf(item, "question")}`);
  if (!field) return;
  field.dataset.stored = stored(valueOf(item, "text"));
  field.form.querySelector("[data-saved]").textContent = field.form.dataset.saved;
  show(field);
});

for (const field of fields) {
  show(field);
  field.addEventListener("input", () => show(field));
}

// The browser asks before a text is lost.
addEventListener("beforeunload", (event) => {
  if (fields.some(isUnsaved)) event.preventDefault();
});
