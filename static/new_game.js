// A new game: folded questions say in their heading what differs from the usual answers.
//
//   <details data-fold data-none="as usual" data-one="1 change:" data-more="{n} changes:">
//     <summary>… <span data-set></span></summary>
//     <fieldset data-question>  <legend>, and a number with data-usual="6" or radio buttons, the
//                               usual one with data-usual; those with data-opens show what .follows,
//                               any with data-opens-shared what .follows-any

const isAsked = (question) => {
  if (question.closest(".follows-any")) {
    return question.closest("[data-fold]").querySelector("[data-opens-shared]:checked");
  }
  const follows = question.closest(".follows");
  return !follows || follows.parentElement.querySelector(":scope > .values [data-opens]:checked");
};

function changeIn(question) {
  const own = question.querySelector(":scope > .field > input");
  const label = question.querySelector("legend").textContent;
  if (own) return own.value === own.dataset.usual ? "" : `${label}: ${own.value}`;
  const chosen = question.querySelector(":scope > .values input:checked");
  if (!chosen || "usual" in chosen.dataset) return "";
  return `${label}: ${chosen.parentElement.querySelector("b > span").textContent}`;
}

function describe(fold) {
  const questions = [...fold.querySelectorAll("[data-question]")];
  const changes = questions.filter(isAsked).map(changeIn).filter(Boolean);
  const { none, one, more } = fold.dataset;
  const head = changes.length === 1 ? one : more.replace("{n}", changes.length);
  fold.querySelector("[data-set]").textContent = changes.length ? `${head} ${changes.join("; ")}` : none;
}

function describeAll() {
  document.querySelectorAll("[data-fold]").forEach(describe);
}

document.addEventListener("input", describeAll);
// A browser that goes back has filled in the form again.
addEventListener("pageshow", describeAll);
describeAll();

// A link to a question opens the section that it is in.
function open() {
  const question = document.getElementById(location.hash.slice(1));
  const fold = question?.closest("details");
  if (!fold) return;
  fold.open = true;
  question.scrollIntoView();
}

addEventListener("hashchange", open);
open();
