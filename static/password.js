// A button beside a password shows what is typed. Without a script there is no such button.

for (const button of document.querySelectorAll("[data-show]")) {
  const field = document.getElementById(button.dataset.show);
  button.hidden = false;
  button.addEventListener("click", () => {
    const shows = field.type === "password";
    field.type = shows ? "text" : "password";
    button.setAttribute("aria-pressed", String(shows));
  });
  // Sent as a password, so that the browser neither keeps it as text nor suggests it later.
  field.form.addEventListener("submit", () => {
    field.type = "password";
    button.setAttribute("aria-pressed", "false");
  });
}
