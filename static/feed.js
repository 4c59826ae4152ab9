// Keeps every [data-feed] element up to date with the newest chart.
//
//   <div id="live" data-feed="/c/KLMNPQ/feed" data-version="1000005">…the chart…</div>
//   <p id="lost" role="status" data-lost="as of {time}, reconnecting" hidden></p>
//
// The server pushes events. While there is no stream, as in a network that blocks it or cuts it off, or
// if other windows have streams (place.js), and always with `data-polled`, the page polls the same URL
// with ?after=VERSION; only if that fails, too, #lost appears. What is new in a chart replaces what was
// there (parts.js), and `frame` with {version} is dispatched, which bubbles from #live. For another game,
// or if the site has been updated since the page was loaded, the whole page is reloaded.

import { gameOf, PROTOCOL, showParts } from "./parts.js";
import { Place } from "./place.js";
import { whenReleased } from "./pressing.js";
import { remember } from "./remember.js";
import { keepTyped, restoreTyped } from "./stored.js";

const SECONDS = {
  open: 6, // until the first event of a stream
  silence: 40, // without an event (heartbeats come every 15): the stream is dead
  poll: 2, // between two polls
  soon: 0.7, // from the end of a stream to a poll: a new stream may be quicker
  late: 3, // a poll without an answer for so long means that the connection is lost
  answer: 10, // timeout of a poll
  again: 30, // of polling before the stream is tried again
};
const SLOWEST_POLL = 15;

class Feed {
  constructor(element) {
    this.url = element.dataset.feed;
    this.isOfGame = /^\/(c|g|play)\/[^/]+\/feed$/.test(this.url); // other versions are times
    this.seconds = { ...SECONDS };
    for (const name of Object.keys(SECONDS)) {
      const given = Number(element.dataset[`${name}S`]);
      if (given > 0) this.seconds[name] = given;
    }
    this.newestAt = new Date(); // the page itself was up to date when loaded
    this.wasLetIn = false;
    this.isOver = false; // the server ended the stream: start again without a version
    this.isWholeWanted = false; // the page lacks a part
    this.failures = 0;
    this.place = new Place(() => this.openStream());
  }

  // Looked up each time: the page may have replaced the element.
  get element() {
    return [...document.querySelectorAll("[data-feed]")].find((e) => e.dataset.feed === this.url);
  }

  get version() {
    return Number(this.element?.dataset.version || -1);
  }

  start() {
    this.stop();
    this.isRunning = true;
    if (this.element?.dataset.polled === undefined) this.openStream();
    else this.askIn(0);
  }

  stop() {
    this.isRunning = false;
    this.closeStream();
    this.place.give();
    this.stopAsking();
  }

  // The stream

  openStream() {
    this.closeStream();
    if (!this.place.take()) return this.fallBack();
    // Whichever process responds, it won't begin with an older chart than this.
    const have = this.version < 0 ? "" : this.version;
    const stream = new EventSource(`${this.url}?protocol=${PROTOCOL}&have=${have}`);
    this.stream = stream;
    this.isFailing = true; // until the first event
    this.watch(this.seconds.open);
    stream.addEventListener("frame", (event) => {
      this.streamIsAlive();
      this.show(event.data, Number(event.lastEventId));
    });
    stream.addEventListener("beat", () => this.streamIsAlive());
    stream.addEventListener("over", () => {
      this.isOver = true;
      this.openStream();
    });
    stream.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED) return this.fallBack();
      if (!this.isFailing) this.watch(this.seconds.open); // the browser opens it again
      this.isFailing = true;
      this.askIn(this.seconds.soon * 2 * Math.random()); // a whole class may have lost its streams
    });
  }

  closeStream() {
    clearTimeout(this.watchdog);
    this.stream?.close();
    this.stream = null;
  }

  streamIsAlive() {
    this.isFailing = false;
    if (!this.isWholeWanted) this.stopAsking(); // a heartbeat brings no missing part
    this.setUpToDate();
    this.watch(this.seconds.silence);
  }

  watch(seconds) {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.fallBack(), seconds * 1000);
  }

  fallBack() {
    this.closeStream();
    this.place.give();
    this.retry = setTimeout(() => this.openStream(), spread(this.seconds.again) * 1000);
    this.askIn(0);
  }

  // Polling

  askIn(seconds) {
    if (this.isAsking) return;
    this.isAsking = true;
    this.next = setTimeout(() => this.ask(), seconds * 1000);
  }

  stopAsking() {
    this.isAsking = false;
    clearTimeout(this.retry);
    clearTimeout(this.next);
    this.question?.abort();
    this.question = null;
  }

  async ask() {
    const question = new AbortController();
    this.question = question;
    const limit = setTimeout(() => question.abort(), this.seconds.answer * 1000);
    const late = setTimeout(() => this.lose(), this.seconds.late * 1000);
    try {
      const after = this.isOver || this.isWholeWanted ? "" : this.version;
      const answer = await fetch(`${this.url}?protocol=${PROTOCOL}&after=${after}`, {
        signal: question.signal,
        cache: "no-store",
      });
      // No access any more: reloading the page explains it best.
      if (answer.status === 404 && this.wasLetIn) return location.reload();
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      if (answer.status === 200) this.show(text, Number(answer.headers.get("X-Version")));
      this.failures = 0;
      this.setUpToDate();
    } catch {
      if (this.question !== question) return; // stopped, not failed
      this.failures += 1;
      this.lose();
    } finally {
      clearTimeout(limit);
      clearTimeout(late);
    }
    if (this.question !== question) return;
    const wait = Math.min(this.seconds.poll * (1 + this.failures), SLOWEST_POLL);
    this.next = setTimeout(() => this.ask(), spread(wait) * 1000);
  }

  // The page

  show(text, version, isOver = this.isOver) {
    whenReleased(() => this.replace(frameOf(text), version, isOver));
  }

  replace(frame, version, isOver) {
    const element = this.element;
    if (frame.protocol !== PROTOCOL) return reloadFor({ protocol: frame.protocol });
    // A lower version of another game isn't outdated: the newest game has been deleted.
    const isBack = this.isOfGame ? isBefore(version, this.version) : version < this.version;
    if (!element || (isBack && !isOver)) return;
    if (this.isAnotherGame(version) && reloadFor({ game: gameOf(version) })) return;
    const back = remember(element);
    const isChanged = showParts(element, frame);
    const wasWholeWanted = this.isWholeWanted;
    this.isWholeWanted = isChanged === null;
    if (this.isWholeWanted) return this.askIn(0);
    if (wasWholeWanted && this.stream && !this.isFailing) this.stopAsking();
    element.dataset.version = version;
    if (!isChanged) return;
    back();
    const bubbles = element.id === "live";
    element.dispatchEvent(new CustomEvent("frame", { bubbles, detail: { version } }));
  }

  // Another game needs a new page: title, style and all. A console may hold typed text.
  isAnotherGame(version) {
    if (!this.isOfGame) return false;
    return gameOf(version) !== gameOf(this.version) && !this.element.closest(".console");
  }

  // What the page has recorded comes by the stream, unless that has broken.
  expect(version) {
    if (!(version > this.version)) return;
    if (this.stream && !this.isFailing) return this.askIn(this.seconds.soon);
    clearTimeout(this.next);
    this.isAsking = true;
    this.ask();
  }

  setUpToDate() {
    this.wasLetIn = true;
    this.isOver = false;
    this.newestAt = new Date();
    const banner = document.getElementById("lost");
    if (banner) banner.hidden = true;
  }

  lose() {
    const banner = document.getElementById("lost");
    if (!banner || !this.isRunning || !banner.hidden) return;
    const time = this.newestAt.toLocaleTimeString(document.documentElement.lang || undefined, {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    banner.textContent = (banner.dataset.lost || "{time}").replace("{time}", time);
    banner.hidden = false;
  }
}

const isBefore = (version, other) => gameOf(version) === gameOf(other) && version < other;

// Another server, or one in front of it, may send anything.
function frameOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

// Reload only once for the same game or protocol, so that a server process that is behind can't cause
// a reload loop. history.state survives a reload. Returns whether the page reloads.
function reloadFor(reason) {
  const [[what, value]] = Object.entries(reason);
  if (history.state && what in history.state && history.state[what] === value) return false;
  history.replaceState({ ...history.state, ...reason }, "");
  if (what === "protocol") keepTyped();
  location.reload();
  return true;
}

// A class that lost its server must not reconnect all at once.
function spread(seconds) {
  return seconds * (0.75 + Math.random() / 2);
}

const urls = new Set([...document.querySelectorAll("[data-feed]")].map((e) => e.dataset.feed));
const feeds = [...urls].map(
  (url) => new Feed(document.querySelector(`[data-feed="${CSS.escape(url)}"]`)),
);

// A hidden page leaves its place for a stream to others.
function follow() {
  for (const feed of feeds) {
    if (document.hidden) feed.stop();
    else feed.start();
  }
}

document.addEventListener("visibilitychange", follow);
document.addEventListener("answered", () => {
  const version = Number(document.getElementById("say")?.dataset.version);
  feeds.forEach((feed) => feed.expect(version));
});
addEventListener("pagehide", () => feeds.forEach((feed) => feed.stop()));
addEventListener("pageshow", (event) => event.persisted && follow());
addEventListener("online", follow);
addEventListener("DOMContentLoaded", restoreTyped); // other scripts see it
follow();
