// Polls the page and passes on each new version of it.
//
//   <div data-look-again="4" data-version="…" data-url="?round=2">
//   <p id="lost" role="status" data-lost="As of {time}, reconnecting…" hidden></p>
//
// The server answers 304 while nothing has changed. `show(page)` gets the new document; it returns false
// to be asked again later with the same one.

export function watch(element, show) {
  const lost = document.getElementById("lost");
  const url = new URL(element.dataset.url || location.href, location.href);
  let etag = element.dataset.version ? `"${element.dataset.version}"` : "";

  async function look() {
    try {
      const headers = etag ? { "If-None-Match": etag } : {};
      const answer = await fetch(url, { headers, cache: "no-store" });
      if (answer.status === 200) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (show(page) !== false) etag = answer.headers.get("ETag") || "";
      } else if (answer.status !== 304) throw new Error(String(answer.status));
      lost.hidden = true;
    } catch {
      if (lost.hidden) lost.textContent = lost.dataset.lost.replace("{time}", new Date().toLocaleTimeString());
      lost.hidden = false;
    }
    setTimeout(look, Number(element.dataset.lookAgain) * 1000);
  }

  look();
}
