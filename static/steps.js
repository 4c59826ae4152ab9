// What pages with − and + share.

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
