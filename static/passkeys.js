// A form is signed with a passkey: the browser asks the site for what it needs, then posts its answer. Without a script,
// or without passkeys in this browser, there is no button.

const knows = window.PublicKeyCredential?.parseRequestOptionsFromJSON && PublicKeyCredential.prototype.toJSON;

async function signed(form) {
  const body = new FormData(form);
  body.set("ask", "");
  const asked = await fetch(form.action, { method: "POST", body });
  if (!asked.headers.get("content-type")?.startsWith("application/json")) return ""; // the form's own answer says why
  const { publicKey } = await asked.json();
  const made = form.dataset.passkey === "new"
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
  return JSON.stringify(made);
}

for (const form of document.querySelectorAll("[data-passkey]:has([name=credential])")) {
  const [button, failed, unknown] = ["button", ".error", "[data-unknown]"].map((one) => form.querySelector(one));
  button.hidden = !knows;
  unknown.hidden = Boolean(knows);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = failed.hidden = true;
    try {
      form.elements.credential.value = await signed(form);
      form.submit();
    } catch {
      failed.hidden = false;
    }
    button.disabled = false;
  });
}
