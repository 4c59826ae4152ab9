// Posts from a student's page, in parts: the page stays, unless it is no longer right.

const LIMIT_MS = 10000;

let isLeaving = false;
export const isLeft = () => isLeaving;

export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

// Returns {status, text}; throws an error if the server gave no answer to the form. Where the page
// is of a seat that the student no longer has, or has lost its access, it makes way and nothing is
// returned any more.
export async function post(form, body) {
  const question = new AbortController();
  const limit = setTimeout(() => question.abort(), LIMIT_MS);
  // With keepalive it arrives also while the page is left.
  const options = { method: "POST", body, keepalive: true, signal: question.signal };
  try {
    const answer = await fetch(form.action, options);
    if (answer.headers.has("X-Other-Seat")) return leave(() => form.submit());
    if ([403, 404].includes(answer.status)) return leave(() => location.reload());
    if (![200, 409, 422].includes(answer.status)) throw new Error(answer.status);
    return { status: answer.status, text: await answer.text() };
  } finally {
    clearTimeout(limit);
  }
}

// The server explains it best: with a page, as without a script.
function leave(how) {
  isLeaving = true;
  how();
  return new Promise(() => {});
}

// A page that answered a form goes on as the student's page: loading it again posts nothing.
const own = document.getElementById("live").dataset.feed.replace(/feed$/, "");
if (location.pathname !== own) history.replaceState(history.state, "", own);
