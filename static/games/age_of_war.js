// Dice rolled on the table: each press of a face fills the next list. Contains no rules.
//
//   <form data-dice>  <… hidden><button data-add="archery">…<button data-back>…</…>  <select>…

const showFaces = () => {
  for (const faces of document.querySelectorAll("form[data-dice] > [hidden]:has([data-add])")) {
    faces.hidden = false;
  }
};

function press(button) {
  const form = button.closest("form[data-dice]");
  const lists = [...form.querySelectorAll("select")];
  const empty = lists.findIndex((list) => !list.value);
  const list = button.dataset.add ? lists[empty] : lists.at(empty < 0 ? -1 : empty - 1);
  if (!list) return; // all are chosen, or none
  list.value = button.dataset.add || "";
  if (lists.every((one) => one.value)) form.querySelector("[type=submit]").focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-add], [data-back]");
  if (button) press(button);
});
document.addEventListener("htmx:afterSettle", showFaces);
showFaces();
