// What pages with − and + share: steps, holding a button, and a picker of numbers.
//
//   <dialog id="picker">   templates/core/picker.html

const HOLD_MS = 400;
const SIGN_MS = 500; // after the release

export const wholeOf = (input) => parseInt(input.value, 10) || 0;

// The number of an input with so much more or less, within its limits.
export function stepped(input, more) {
  return Math.min(Math.max(wholeOf(input) + more, Number(input.min)), Number(input.max));
}

// A button that has the focus keeps it, unlike with `disabled`.
export function setOff(button, isOff) {
  if (isOff) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

// Holding one of these buttons calls `act` once, and the click at the release is none. What `act`
// returns is shown over the finger; nothing if there was nothing to do.
export function onHold(selector, act) {
  let timer = 0;
  let sign = null; // while a button is held
  document.addEventListener("pointerdown", (event) => {
    const button = event.button === 0 && event.target.closest?.(selector);
    clearTimeout(timer);
    if (!button) return;
    timer = setTimeout(() => {
      const said = act(button);
      if (said) sign = signOver(button, said);
    }, HOLD_MS);
  });
  const release = () => {
    clearTimeout(timer);
    const shown = sign;
    setTimeout(() => (sign = null)); // the click comes right after the release
    setTimeout(() => shown?.remove(), SIGN_MS);
  };
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, release);
  document.addEventListener(
    "click",
    (event) => {
      if (!sign) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

function signOver(button, text) {
  const { left, width, top } = button.getBoundingClientRect();
  const sign = document.createElement("b");
  sign.className = "held-sign";
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = text;
  sign.style.left = `${left + width / 2}px`;
  sign.style.top = `${top}px`;
  document.body.append(sign);
  return sign;
}

// Asks for a number up to `most`: 5, 10, all, or one that is typed; null if none is chosen.
export function choose(title, number, most) {
  const picker = document.getElementById("picker");
  const input = picker.querySelector("input");
  picker.querySelector("h2").textContent = title;
  input.max = most;
  input.value = number;
  for (const chip of picker.querySelectorAll("[data-number]")) {
    if (!chip.dataset.number) chip.querySelector("b").textContent = most;
    setOff(chip, Number(chip.dataset.number || 1) > most);
  }
  picker.onclick = ({ target }) => {
    const chip = target.closest("[data-number]:not([aria-disabled=true])");
    if (chip) picker.close(chip.dataset.number || most);
    else if (target === picker || target.closest("[data-cancel]")) picker.close("");
  };
  picker.querySelector("form").onsubmit = (event) => {
    event.preventDefault();
    picker.close(input.value);
  };
  picker.returnValue = "";
  picker.showModal();
  return new Promise((done) => {
    picker.onclose = () => done(picker.returnValue === "" ? null : Number(picker.returnValue));
  });
}
