// Posts from a student's page, in parts: the page stays, unless it is no longer right.

const LIMIT_MS = 10000;
const LATE_MS = 3000; // without an answer for so long, it isn't just slow
const RETRY_MS = [1000, 2000, 4000, 8000];

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

// Posts until there is an answer, which `read` makes of {status, text}, or nothing if that isn't one.
// `fail` is called as long as there is none. With the same key, nothing is stored twice.
export async function deliver(form, body, read, fail) {
  for (let tries = 0; ; tries += 1) {
    const late = setTimeout(fail, LATE_MS);
    try {
      const answer = read(await post(form, body));
      if (answer) return answer;
    } catch {
      // It is sent again.
    } finally {
      clearTimeout(late);
    }
    fail();
    await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
  }
}

function pause(ms) {
  return new Promise((done) => {
    setTimeout(done, ms);
    addEventListener("online", done, { once: true });
  });
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
