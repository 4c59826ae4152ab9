// Counts how long each group of the overview has been waited for.
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

show();
setInterval(show, 1000);
live.addEventListener("frame", show);
