// The tabs of a student's page: a link of the bar shows its tab without loading the page, so that
// what is typed stays; Back shows the tab before.
//
//   <div class="phone" data-tab="turn">        the tab that is shown
//   <section data-tab="chart">                 in it, or in the frame: belongs to that tab
//   <nav id="tabs"> <a href="?tab=chart" data-show="chart"> <b id="news">
//   <section data-new="2">                     in the frame: so much waits to be read or answered
//
// Without it the links load the page.

const board = document.querySelector(".phone[data-tab]");
const links = [...document.querySelectorAll("#tabs [data-show]")];
const news = document.getElementById("news");
const scrolled = new Map(); // how far each tab was
let hadEnded = hasEnded();

function hasEnded() {
  return Boolean(document.querySelector("#live template[data-ended]"));
}

function show(tab) {
  if (tab === board.dataset.tab) return;
  scrolled.set(board.dataset.tab, scrollY);
  board.dataset.tab = tab;
  for (const link of links) {
    if (link.dataset.show === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, scrolled.get(tab) || 0);
  document.dispatchEvent(new Event("tab"));
}

function go(tab) {
  if (tab === board.dataset.tab) return scrollTo(0, 0);
  const { href } = links.find((link) => link.dataset.show === tab);
  history.pushState(history.state, "", href);
  show(tab);
}

// The tab of the address: it names one, or something that is in one.
function follow() {
  const { searchParams, hash } = new URL(location.href);
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  const asked = target?.closest("[data-tab]:not(.phone)")?.dataset.tab || searchParams.get("tab");
  const known = links.find((link) => link.dataset.show === asked) || links[0];
  show(searchParams.has("to") ? "talks" : known.dataset.show);
  target?.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-show]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.dataset.show);
});
document.addEventListener("frame", () => {
  const counted = [...document.querySelectorAll("#live [data-new]")];
  const sum = counted.reduce((all, one) => all + Number(one.dataset.new), 0);
  if (news) {
    news.hidden = !sum;
    news.firstElementChild.textContent = sum;
  }
  // What is left to do then is to look at the result.
  if (hasEnded() && !hadEnded && board.dataset.tab === "turn") show("chart");
  hadEnded = hasEnded();
});
addEventListener("popstate", follow);
addEventListener("hashchange", follow);
if (location.hash) follow();
