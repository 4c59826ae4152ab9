// A place for a stream. Browsers allow six connections to a host in all their windows, over HTTP/1.1, so at
// most three feeds of all these windows have a stream.
//
// A window that has a place writes so in the browser's storage, again and again: a place that hasn't been
// written for a while is free. (Locks would need HTTPS, which a classroom's own server may not have.)

const KEYS = ["stream-1", "stream-2", "stream-3"];
const WRITE_MS = 1500; // between two times
const FREE_MS = 6000; // since the last time

export class Place {
  // `onLost`: two windows have taken the same place at once, and this one has lost it.
  constructor(onLost) {
    this.me = Math.random().toString(36);
    this.onLost = onLost;
  }

  // Whether there is a place. Without storage nobody knows of other windows.
  take() {
    try {
      const free = KEYS.filter((key) => this.isFree(key));
      if (!free.includes(this.key)) this.key = free[Math.floor(Math.random() * free.length)];
      if (this.key) this.write();
      return Boolean(this.key);
    } catch {
      return true;
    }
  }

  give() {
    clearTimeout(this.timer);
    if (this.key && this.isFree(this.key)) localStorage.removeItem(this.key);
    this.key = null;
  }

  isFree(key) {
    const [whose, at] = (localStorage.getItem(key) || "").split(" ");
    return whose === this.me || !(Math.abs(Date.now() - at) < FREE_MS);
  }

  write() {
    clearTimeout(this.timer);
    localStorage.setItem(this.key, `${this.me} ${Date.now()}`);
    this.timer = setTimeout(() => (this.isFree(this.key) ? this.write() : this.onLost()), WRITE_MS);
  }
}
