// The player's page: announces new offers.
//
//   <h3 id="offer-title-3" data-news>Assyria offers a trade</h3>   in the frame
//   <p id="offer-news" role="status" class="vh">              outside the frame

const live = () => document.getElementById("live");
const known = new Set();

// At first nothing is announced: the page itself is read out.
function announce(isFirst) {
  const titles = [...(live()?.querySelectorAll("[data-news]") || [])];
  const added = titles.filter((title) => !known.has(title.id));
  for (const title of added) known.add(title.id);
  if (isFirst || !added.length) return;
  document.getElementById("offer-news").textContent = added.map((one) => one.textContent).join(" ");
  navigator.vibrate?.(150);
}

document.addEventListener("frame", () => announce(false));
announce(true);
