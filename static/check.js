// The connection check: opens a stream and polls as feed.js does, and shows one result of each.
//
//   <li data-check="stream" data-url="/check/feed" data-events="5" data-interval="900">
//     <div data-result="untested">…</div>  <div data-result="works" hidden>…</div>

const LIMITS = {
  first: 6000, // ms until the first event of a stream, as in feed.js
  pause: 4000, // from one event to the next
  poll: 10000,
  slow: 2000, // an answer to a poll
};
const POLLS = 3;

const rowOf = (name) => document.querySelector(`[data-check="${name}"]`);

function show(name, result) {
  for (const one of rowOf(name).querySelectorAll("[data-result]"))
    one.hidden = one.dataset.result !== result;
}

// When each event of a stream came, and why there are no more.
function follow({ url, events, interval }) {
  const times = [];
  return new Promise((resolve) => {
    const stream = new EventSource(url);
    let limit = 0;
    const finish = (end) => {
      clearTimeout(limit);
      stream.close();
      resolve({ times, end });
    };
    const wait = (ms) => {
      clearTimeout(limit);
      limit = setTimeout(() => finish("silent"), ms);
    };
    stream.addEventListener("step", (event) => {
      times.push(performance.now());
      if (Number(event.data) === Number(events)) finish("whole");
      else wait(LIMITS.pause);
    });
    stream.addEventListener("error", () => {
      finish(stream.readyState === EventSource.CLOSED ? "refused" : "cut");
    });
    wait(LIMITS.first + events * interval); // if it is held back, it comes when it has ended
  });
}

async function testStream() {
  const began = performance.now();
  const { dataset } = rowOf("stream");
  const { times, end } = await follow(dataset);
  if (!times.length) return end === "refused" ? "refused" : "blocked";
  const isLate = times[0] - began > LIMITS.first;
  // In one lump they take next to no time.
  const shortest = 0.4 * dataset.interval * (times.length - 1);
  const isLump = times.length > 1 && times.at(-1) - times[0] < shortest;
  if (isLate || isLump) return "held";
  return end === "whole" ? "works" : "cut";
}

async function testPolling() {
  const url = rowOf("stream").dataset.url;
  let slowest = 0;
  try {
    for (let number = 0; number < POLLS; number += 1) {
      const began = performance.now();
      const answer = await fetch(`${url}?after=${Math.min(number, 1)}`, {
        cache: "no-store",
        signal: AbortSignal.timeout?.(LIMITS.poll),
      });
      if (answer.status !== (number ? 204 : 200)) return "fails";
      slowest = Math.max(slowest, performance.now() - began);
    }
  } catch {
    return "fails";
  }
  for (const slot of document.querySelectorAll("[data-ms]")) slot.textContent = Math.ceil(slowest);
  return slowest > LIMITS.slow ? "slow" : "works";
}

function testAddress() {
  const row = rowOf("address");
  if (row.dataset.origin === location.origin) return;
  row.querySelector("[data-actual]").textContent = location.origin;
  show("address", "differs");
}

async function test() {
  for (const name of ["verdict", "stream", "polling"]) show(name, "waiting");
  testAddress();
  const [polling, stream] = await Promise.all(
    [["polling", testPolling], ["stream", testStream]].map(async ([name, run]) => {
      const result = await run();
      show(name, result);
      return result;
    }),
  );
  if (stream === "works") show("verdict", "works");
  else show("verdict", polling === "fails" ? "fails" : "delay");
}

test();
