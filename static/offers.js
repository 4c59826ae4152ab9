// The player's page: hides what can no longer be objected to, and announces new offers.
//
//   <form id="object" data-now="2026-03-02T10:00:12+01:00">   the server's time when it made the page
//   <div data-until="2026-03-02T10:00:30+01:00">              in the frame: hidden from then on
//   <h3 id="offer-title-3" data-news>Assyria offers a trade</h3>   in the frame
//   <p id="offer-news" role="status" class="vh">              outside the frame

const live = () => document.getElementById("live");
const offset = behindServer();
const known = new Set();
let timer = 0;

// A phone's clock may be wrong.
function behindServer() {
  const made = Date.parse(document.getElementById("object")?.dataset.now);
  const [page] = performance.getEntriesByType("navigation");
  const came = performance.timeOrigin + (page?.responseStart || 0);
  return Number.isNaN(made) ? 0 : made - came;
}

function hideOld() {
  clearTimeout(timer);
  const waits = [];
  for (const asked of live()?.querySelectorAll("[data-until]") || []) {
    const left = Date.parse(asked.dataset.until) - (Date.now() + offset);
    asked.hidden = left <= 0;
    if (left > 0) waits.push(left);
  }
  if (waits.length) timer = setTimeout(hideOld, Math.min(...waits) + 50);
}

// At first nothing is announced: the page itself is read out.
function announce(isFirst) {
  const titles = [...(live()?.querySelectorAll("[data-news]") || [])];
  const added = titles.filter((title) => !known.has(title.id));
  for (const title of added) known.add(title.id);
  if (isFirst || !added.length) return;
  document.getElementById("offer-news").textContent = added.map((one) => one.textContent).join(" ");
  navigator.vibrate?.(150);
}

document.addEventListener("frame", () => {
  hideOld();
  announce(false);
});
document.addEventListener("visibilitychange", hideOld);
hideOld();
announce(true);
