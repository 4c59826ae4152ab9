// The tabs of a student's page, and the talks in one of them: a link shows its tab or talk without
// loading the page, so that what is typed stays; Back shows what was there before.
//
//   <div class="phone" data-tab="talks" data-to="hatti">   what is shown
//   <section data-tab="chart">                 in it, or in the frame: belongs to that tab
//   <nav id="tabs"> <a href="?tab=chart" data-show="chart"> <b id="news">
//   <a href="?tab=talks&to=hatti" data-to="hatti">         opens a talk
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

const shown = () => `${board.dataset.tab} ${board.dataset.to || ""}`;

function show(tab, to = "") {
  if (shown() === `${tab} ${to}`) return;
  scrolled.set(shown(), scrollY);
  board.dataset.tab = tab;
  if (to) board.dataset.to = to;
  else delete board.dataset.to;
  for (const link of links) {
    if (link.dataset.show === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, scrolled.get(shown()) || 0);
  document.dispatchEvent(new Event("tab"));
}

function go(href) {
  if (href !== location.href) history.pushState(history.state, "", href);
  follow();
}

// The tab of the address: it names one, or something that is in one.
function follow() {
  const { searchParams, hash } = new URL(location.href);
  const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  const to = searchParams.get("to") || target?.closest("[data-talk]")?.dataset.talk;
  const asked = target?.closest("[data-tab]:not(.phone)")?.dataset.tab || searchParams.get("tab");
  const known = links.find((link) => link.dataset.show === asked) || links[0];
  if (to) show("talks", to);
  else show(known.dataset.show);
  target?.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-show], a[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.show === board.dataset.tab && !board.dataset.to && !link.hash) scrollTo(0, 0);
  go(link.href);
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
