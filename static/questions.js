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

// Saving one answer saves what is typed for the other questions, too, since the page is loaded again.
function send(sent) {
  isSending = true;
  for (const earlier of sent.form.querySelectorAll("[data-also]")) earlier.remove();
  for (const field of fields) {
    if (field === sent || !isUnsaved(field)) continue;
    const question = field.form.elements.namedItem("question").value;
    for (const [name, value] of Object.entries({ question, text: field.value })) {
      const input = Object.assign(document.createElement("input"), { type: "hidden", name, value });
      input.dataset.also = "";
      sent.form.append(input);
    }
  }
}

for (const field of fields) {
  show(field);
  field.addEventListener("input", () => show(field));
  field.form.addEventListener("submit", () => send(field));
}

// The browser asks before a text is lost.
addEventListener("beforeunload", (event) => {
  if (!isSending && fields.some(isUnsaved)) event.preventDefault();
});
addEventListener("pageshow", () => (isSending = false));
