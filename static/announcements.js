// Keeps closed what the reader has closed, when a frame brings the announcements again.
//
//   <details data-announcement="1767225600.123456" open>   in #live

const STORED = "announcements-closed";
const KEPT = 50;

const closed = new Set(read());

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(STORED)) || [];
  } catch {
    return []; // no storage
  }
}

function keep() {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...closed].slice(-KEPT)));
  } catch {
    // It is closed until the page is loaded again.
  }
}

function close() {
  for (const one of document.querySelectorAll("#live [data-announcement]")) {
    if (closed.has(one.dataset.announcement)) one.open = false;
  }
}

// `toggle` doesn't bubble.
document.addEventListener(
  "toggle",
  ({ target }) => {
    const key = target.dataset?.announcement;
    if (!key || !target.isConnected) return;
    if (target.open) closed.delete(key);
    else closed.add(key);
    keep();
  },
  true,
);

document.addEventListener("frame", close);
close();
