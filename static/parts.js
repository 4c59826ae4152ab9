// The parts of a frame: ranges between comments, <!--[row.3 Qk3x9a0Z-->…<!--]-->, with their versions.
// They nest. Only what has changed is replaced; everything else stays as it is, with its state.

export const PROTOCOL = 2;

const ROOT = "frame.1";

// A frame's version is the game's number times this, plus the entries of its log.
const ENTRIES_MOST = 1000000;
export const gameOf = (version) => Math.floor(version / ENTRIES_MOST);

// All comments in the order of the page, also those in templates.
function* commentsIn(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.COMMENT_NODE) yield node;
    else if (node.localName === "template") yield* commentsIn(node.content);
  }
}

// The parts in an element by name, the outer ones first: {start, end, version}.
function partsIn(root) {
  const found = new Map();
  const open = [];
  for (const comment of commentsIn(root)) {
    if (comment.data === "]") {
      const part = open.pop();
      if (part) part.end = comment;
    } else if (comment.data.startsWith("[")) {
      const [name, version] = comment.data.slice(1).split(" ");
      open.push({ start: comment, version });
      found.set(name, open.at(-1));
    }
  }
  return found;
}

function between({ start, end }) {
  const range = start.ownerDocument.createRange();
  range.setStartAfter(start);
  range.setEndBefore(end);
  return range;
}

// The versions of all parts of a frame by name: it has those of row.1, row.2… after each other.
function versionsOf(parts) {
  const all = Object.entries(parts).flatMap(([stem, versions]) =>
    versions.match(/.{8}/g).map((version, i) => [`${stem}.${i + 1}`, version]),
  );
  return Object.fromEntries(all);
}

// Shows the frame in the element: `html` has the parts that are new. Returns whether anything has
// changed, or null if a part is missing, and nothing is changed then.
export function showParts(element, frame) {
  const { html } = frame;
  const parts = versionsOf(frame.parts);
  const had = partsIn(element); // also those that have been taken out of their place
  const isThere = (name) => had.get(name)?.version === parts[name];
  const lacks = Object.keys(parts).filter((name) => !isThere(name));
  if (!lacks.every((name) => name in html)) return null;
  if (!had.has(ROOT)) {
    const [start, end] = [new Comment(`[${ROOT}`), new Comment("]")];
    element.replaceChildren(start, end);
    had.set(ROOT, { start, end });
  }
  for (let old = next(); old; old = next()) {
    between(old[1]).extractContents();
    fill(...old);
  }
  return lacks.length > 0;

  // The outer part before those in it, which may get another place.
  function next() {
    const isOld = ([name, { version }]) => name in parts && version !== parts[name];
    return [...partsIn(element)].find(isOld);
  }

  // The parts inside it come with it, but those that are on the page already move to their place.
  function fill(name, part) {
    const range = between(part);
    const fragment = range.createContextualFragment(html[name]);
    const places = partsIn(fragment);
    range.insertNode(fragment);
    part.start.data = `[${name} ${parts[name]}`;
    had.set(name, { ...part, version: parts[name] });
    for (const [inner, place] of places) {
      if (isThere(inner)) move(inner, place);
      else fill(inner, place);
    }
  }

  function move(name, place) {
    const part = had.get(name);
    place.start.after(between(part).extractContents());
    place.start.data = part.start.data;
    had.set(name, { ...place, version: part.version });
  }
}
