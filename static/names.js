// The list of names on the join page: what is typed hides the names that don't match.
//
//   <form data-names> with an input; ul.names > li; div.letter; nav.letters; [data-none]
//
// Without this script the form asks the server.

const form = document.querySelector("form[data-names]");
const field = form.querySelector("input");
const names = [...document.querySelectorAll(".names > li")].map((li) => [li, plain(li.textContent)]);
const index = document.querySelector(".letters");

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function show() {
  const words = plain(field.value).split(/\s+/);
  let any = false;
  for (const [li, name] of names) {
    li.hidden = !words.every((word) => name.includes(word));
    any ||= !li.hidden;
  }
  for (const part of document.querySelectorAll(".letter")) part.hidden = !part.querySelector("li:not([hidden])");
  if (index) index.hidden = field.value.trim() !== "";
  document.querySelector("[data-none]").hidden = any;
}

field.addEventListener("input", show);
form.addEventListener("submit", (event) => {
  // On a page that shows the results of a search, other names are with the server.
  if (!new URLSearchParams(location.search).get("q")) event.preventDefault();
});
form.querySelector("button").hidden = !new URLSearchParams(location.search).get("q");
show();
