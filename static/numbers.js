// Focusing a number field selects its content, so that what is typed replaces it.

let fresh = null; // focused by the press that is going on, which would set the cursor

const isNumber = (element) => element.matches?.("input[type=number]");

document.addEventListener("focusin", ({ target }) => {
  if (!isNumber(target)) return;
  target.select();
  fresh = target;
});
document.addEventListener("click", ({ target }) => {
  if (target === fresh) target.select();
  fresh = null;
});
