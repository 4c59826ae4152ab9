// The class while it plays: counts how long each group has been waited for; presses of its buttons
// leave the page where it is; and once nothing is played, it gives way to the class's next step.
//
//   <div id="live" data-feed="…" data-now="1772442000000">… <time data-since="1772441000000">10:39</time> …</div>
//
// Both are in milliseconds since 1970. The server’s clock counts: this computer’s may be wrong.

const live = document.getElementById("live");
const loaded = performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();
const ahead = Number(live.dataset.now) - (performance.timeOrigin + loaded); // of this computer’s clock

function show() {
  const now = Date.now() + ahead;
  for (const time of live.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor((now - Number(time.dataset.since)) / 1000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (time.textContent !== text) time.textContent = text;
  }
}

function follow() {
  show();
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

show();
setInterval(show, 1000);
live.addEventListener("frame", follow);
