// The form for an offer: − and + beside each number, and what will be sent in words.
//
//   <form class="offer-form"> <fieldset data-side="get"> <label for><span data-name>Tin</span>
//     <button data-step="1" hidden>  input[type=number]
//   <p class="offer-words" data-both="You ask for {get} and give {give}." data-get data-give data-and>
//
// It knows no rule; without it the numbers are typed.

import { setOff, stepped, wholeOf } from "./steps.js";

const form = document.querySelector(".offer-form");
const numbers = [...(form?.querySelectorAll("input[type=number]") || [])];

function sum(side) {
  const given = numbers.filter((one) => one.closest(`[data-side=${side}]`) && wholeOf(one) > 0);
  return given
    .map((one) => `${wholeOf(one)} ${one.labels[0].querySelector("[data-name]").textContent.trim()}`)
    .join(form.querySelector(".offer-words").dataset.and);
}

function show() {
  for (const input of numbers) {
    const [less, more] = input.parentElement.querySelectorAll("[data-step]");
    const value = wholeOf(input);
    setOff(less, value <= Number(input.min));
    setOff(more, value >= Number(input.max));
    input.closest(".offer-good").querySelector(".tile").classList.toggle("none", !value);
  }
  const words = form.querySelector(".offer-words");
  if (!words) return;
  const [get, give] = ["get", "give"].map(sum);
  const kind = get && give ? "both" : (get && "get") || (give && "give");
  words.textContent = kind ? words.dataset[kind].replace("{get}", get).replace("{give}", give) : "";
}

form?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = button.parentElement.querySelector("input");
  input.value = stepped(input, Number(button.dataset.step)) || "";
  show();
});
form?.addEventListener("input", show);
for (const button of form?.querySelectorAll("[data-step]") || []) button.hidden = false;
if (form) show();
