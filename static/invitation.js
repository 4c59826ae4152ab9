// On the wall: the invitation to join becomes small when the last seat has been taken.
//
//   <aside class="join is-open">   large, until the page comes without `is-open`
//
// Taking a seat is no move, so no frame says so: the page is asked now and then.

const SECONDS = 10;
const invitation = document.querySelector(".join.is-open");

async function ask() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.ok && !page.querySelector(".join.is-open")) return invitation.classList.remove("is-open");
  } catch {
    // The next time may work.
  }
  setTimeout(ask, SECONDS * 1000);
}

setTimeout(ask, SECONDS * 1000);
