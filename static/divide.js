// A draft of groups: people are dragged by mouse, or by their handle on a touch screen. Every change
// is the form's own, which works without this script; here the page stays where it is.
//
//   <form data-division>  <label class="mover"><input name="person" …>  <… data-to="2.1">

const STEP_PX = 6; // before a press becomes a drag
const EDGE_PX = 60; // near it the page scrolls

const part = document.getElementById("division");
let drag = null;
let waiting = 0; // so many changes have no answer yet
let sent = Promise.resolve(true); // false: the page is being left

function prepare() {
  for (const grip of part.querySelectorAll(".grip")) grip.hidden = false;
}

// One change is sent after another, in the order of the presses; Start waits for them.
function send(form, button) {
  const data = new FormData(form, button);
  waiting += 1;
  sent = sent.then((isSent) => isSent && post(form, button, data)).finally(() => (waiting -= 1));
}

async function post(form, button, data) {
  const focus = document.activeElement?.id;
  let page;
  try {
    const answer = await fetch(form.action, { method: "POST", body: data });
    page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("division");
  } catch {
    page = null; // no connection: the form itself is sent, and the browser says so
  }
  if (!page) {
    if (!form.isConnected) part.append(form); // an earlier answer has replaced it
    for (const one of part.querySelectorAll("[data-division]")) delete one.dataset.division;
    form.requestSubmit(button); // as without a script
    return false;
  }
  part.replaceChildren(...page.childNodes);
  prepare();
  (document.getElementById(focus) ?? part).focus({ preventScroll: true });
  part.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  return true;
}

async function leave({ name, value }) {
  const isSent = await sent;
  if (!isSent || part.querySelector("[role=alert]")) return; // the last change was refused
  const form = document.getElementById("draft");
  form.requestSubmit([...form.elements].find((one) => one.name === name && one.value === value));
}

part.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!target.matches("[data-division]")) return;
  const leaves = ["start", "discard"].includes(submitter?.value);
  if (leaves && !waiting) return;
  event.preventDefault();
  if (leaves) leave(submitter);
  else send(target, submitter);
});

part.addEventListener("pointerdown", (event) => {
  const mover = event.target.closest(".mover");
  if (!mover || event.button !== 0) return;
  if (event.pointerType !== "mouse" && !event.target.closest(".grip")) return;
  drag = { mover, x: event.clientX, y: event.clientY, image: null, over: null };
});

addEventListener("pointermove", (event) => {
  if (!drag) return;
  const isFar = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > STEP_PX;
  if (!drag.image && isFar) {
    drag.image = drag.mover.cloneNode(true);
    drag.image.className = "mover dragged";
    drag.image.querySelector("input").remove();
    document.body.append(drag.image);
  }
  if (!drag.image) return;
  event.preventDefault();
  drag.image.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
  const bottom = innerHeight - (part.querySelector(".division-bar")?.offsetHeight ?? 0);
  if (event.clientY < EDGE_PX) scrollBy(0, -12);
  if (event.clientY > bottom - EDGE_PX) scrollBy(0, 12);
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-to]") ?? null;
  if (over === drag.over) return;
  drag.over?.classList.remove("is-over");
  over?.classList.add("is-over");
  drag.over = over;
});

function drop(isDone) {
  const { mover, image, over } = drag;
  drag = null;
  over?.classList.remove("is-over");
  if (!image) return;
  image.remove();
  // The click that ends a drag chooses nobody.
  addEventListener("click", (click) => click.preventDefault(), { once: true, capture: true });
  setTimeout(() => dispatchEvent(new Event("click")));
  if (!isDone || !over || over.contains(mover)) return;
  const form = over.closest("form"); // perhaps a newer one than that of the press
  const { value } = mover.querySelector("[name=person]");
  for (const box of form.querySelectorAll("[name=person]")) box.checked = box.value === value;
  send(form, over.querySelector(`button.here[value="${over.dataset.to}"]`));
}

addEventListener("pointerup", () => drag && drop(true));
addEventListener("pointercancel", () => drag && drop(false));
part.addEventListener("dragstart", (event) => event.preventDefault());

prepare();
