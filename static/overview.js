// The class while it plays: presses of its buttons leave the page where it is; those of the clocks are
// fetched again when somebody else has changed a clock; and once nothing is played, the page gives way
// to the class's next step.
//
//   <section data-clocks="…" hx-get=… hx-trigger="refresh">   the buttons of the clocks
//   <template data-clocks="…" data-step="playing">            in #live: the clocks and the step now

const live = document.getElementById("live");

function follow() {
  const { step, clocks } = live.querySelector("[data-clocks]").dataset;
  const part = document.getElementById("class-clock");
  const typing = document.activeElement?.closest("input, select, textarea");
  if (step !== "playing" && !location.search.includes("step=") && !typing) location.reload();
  else if (clocks !== part.dataset.clocks && !part.contains(typing)) htmx.trigger(part, "refresh");
}

// What the answer says replaces what the page said; the rows change by the feed.
const help = document.getElementById("help");
const SAID = ["given", "refusal"];

help.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = new FormData(help, event.submitter);
  let page;
  try {
    const answer = await fetch(help.action, { method: "POST", body: data });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    page = document.implementation.createHTMLDocument(); // no connection: sent as without a script
  }
  if (!page.getElementById("given")) return submit(data);
  for (const id of SAID) document.getElementById(id).replaceWith(page.getElementById(id));
  document.getElementById("refusal").scrollIntoView({ block: "nearest" });
});

function submit(data) {
  for (const [name, value] of data) {
    if (name === "do") help.append(Object.assign(document.createElement("input"), { name, value, type: "hidden" }));
  }
  help.submit();
}

live.addEventListener("frame", follow);
