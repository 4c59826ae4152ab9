// The class while it plays: presses of its buttons leave the page where it is; and once nothing is
// played, it gives way to the class's next step.

const live = document.getElementById("live");

function follow() {
  const { step } = live.querySelector("[data-step]").dataset;
  const isTyping = document.activeElement?.matches("input, select, textarea");
  if (step !== "playing" && !location.search.includes("step=") && !isTyping) location.reload();
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
