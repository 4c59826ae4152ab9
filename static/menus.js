// Menus close when one presses elsewhere or the focus leaves them, and at Escape, which gives the focus back.
//
//   <details data-menu>  <summary>…  what opens over the page

const opened = () => document.querySelectorAll("details[data-menu][open]");

function closeOthers({ target }) {
  for (const menu of opened()) if (!menu.contains(target)) menu.open = false;
}

// Before a press does what it is for: that may be to open a menu.
document.addEventListener("click", closeOthers, true);
document.addEventListener("focusin", closeOthers);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of opened()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
