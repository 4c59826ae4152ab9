// Texts over each other, cut, covered, without a space between them, or outside their panel or the page: what is
// wrong, as sentences.
//
// A panel has a border or a ground of its own. What is seen only after scrolling isn't cut, but for a wall,
// which nobody scrolls. More than 12 letters may end with an ellipsis.
(isWall) => {
    const closed = "details:not([open]) > :not(summary)", found = new Set();
    const hidden = `script, style, template, option, [hidden], dialog:not([open]), .vh, ${closed}, ${closed} *`;
    const name = (text) => text.trim().replace(/\s+/g, " ").slice(0, 50);
    const styles = new Map();
    const styleOf = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
    const isClear = (colour) => colour === "transparent" || /, 0\)$/.test(colour);
    const parents = (one) => {
        const all = [];
        for (let up = one; up && up !== document.documentElement; up = up.parentElement) all.push(up);
        return all;
    };
    const isPanel = (one) => {
        const style = styleOf(one), sides = ["Top", "Right", "Bottom", "Left"];
        const hasBorder = sides.every((side) => parseFloat(style[`border${side}Width`]) > 0
            && style[`border${side}Style`] !== "none" && !isClear(style[`border${side}Color`]));
        return one !== document.body && !["inline", "contents"].includes(style.display) && !one.closest("svg")
            && (hasBorder || !isClear(style.backgroundColor));
    };
    const floats = (one) => parents(one).find((up) => ["fixed", "sticky"].includes(styleOf(up).position));
    const drawn = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })
        && !one.closest(hidden);
    const isGone = (up) => styleOf(up).clipPath !== "none";
    const clip = (box, up, isText) => {
        const style = styleOf(up), place = up.getBoundingClientRect();
        if (style.overflowX === "visible" && style.overflowY === "visible") return;
        const scrolls = (overflow) =>
            (!isWall || up.closest("#timeline")) && ["auto", "scroll"].includes(overflow);
        const ends = style.textOverflow === "ellipsis" || /^[1-9]/.test(style.webkitLineClamp);
        const short = ends && name(up.textContent).length > 12;
        const past = {
            x: style.overflowX === "visible" || scrolls(style.overflowX) ? 0
                : Math.max(place.left - box.left, box.right - place.right),
            y: style.overflowY === "visible" || scrolls(style.overflowY) ? 0
                : Math.max(place.top - box.top, box.bottom - place.bottom) - 0.25 * (box.bottom - box.top),
        };
        if (isText && !short && (past.x > 2 || past.y > 1)) box.cut = Math.round(Math.max(past.x, past.y));
        if (style.overflowX !== "visible") {
            box.left = Math.max(box.left, place.left);
            box.right = Math.min(box.right, place.right);
        }
        if (style.overflowY !== "visible") {
            box.top = Math.max(box.top, place.top);
            box.bottom = Math.min(box.bottom, place.bottom);
        }
    };
    // One letter's place, from the text's start or its end.
    const letter = (node, at) => {
        const range = document.createRange(), from = at < 0 ? node.length + at : at;
        range.setStart(node, from);
        range.setEnd(node, from + 1);
        return range.getBoundingClientRect();
    };
    const isGlued = (one, two) => {
        if (two.parentElement.closest("svg")) return false; // letters of two seats stand side by side there
        if (!/[\p{L}\p{N}.!?:;,)”]$/u.test(one.data) || !/^[\p{L}\p{N}(“]/u.test(two.data)) return false;
        const last = letter(one, -1), first = letter(two, 0);
        const down = Math.min(last.bottom, first.bottom) - Math.max(last.top, first.top);
        return down > 4 && Math.abs(first.left - last.right) < 1;
    };
    const shown = [], wide = document.documentElement.clientWidth, high = innerHeight;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), before = null; node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!drawn(parent)) continue;
        const ups = parents(parent), range = document.createRange();
        if (ups.some(isGone) || ups.some((up) => styleOf(up).display === "none")) continue;
        if (before && isGlued(before, node)) found.add(`no space between: ${name(before.data)} | ${name(node.data)}`);
        before = node;
        if (!node.data.trim()) continue;
        range.selectNodeContents(node);
        const panel = ups.find(isPanel), around = panel?.getBoundingClientRect();
        const lines = new Set();
        // A space that is kept at a line's end hangs over.
        const hang = styleOf(parent).whiteSpace === "pre-wrap" ? 0.3 * parseFloat(styleOf(parent).fontSize) : 0;
        for (const one of range.getClientRects()) {
            if (one.width < 1 || one.height < 1) continue;
            const box = { left: one.left, right: one.right - hang, top: one.top, bottom: one.bottom, node, ups, text: name(node.data) };
            for (const up of ups) clip(box, up, true);
            if (box.cut) found.add(`cut by ${box.cut} px: ${box.text}`);
            if (box.right - box.left <= 2 || box.bottom - box.top <= 2) continue;
            shown.push(box);
            lines.add(Math.round(one.top));
            const past = around ? Math.max(around.left - box.left, box.right - around.right,
                around.top - box.top - 0.25 * one.height, box.bottom - around.bottom - 0.25 * one.height) : 0;
            if (past > 2) found.add(`${Math.round(past)} px outside its panel ${name(panel.className + "")}: ${box.text}`);
            const scrolled = ups.find((up) => ["auto", "scroll"].includes(styleOf(up).overflowX));
            if (!scrolled && (box.left < -2 || box.right > wide + 2)) found.add(`beside the page: ${box.text}`);
            if (isWall && box.bottom > high + 2) found.add(`below the wall: ${box.text}`);
        }
        if (lines.size > 2 && name(node.data).length < 1.5 * lines.size) found.add(`a letter in a line: ${name(node.data)}`);
    }
    for (const one of document.querySelectorAll("main svg, main button, main .button, main img")) {
        if (!drawn(one) || one.closest("svg svg") || parents(one).some(isGone)) continue;
        const panel = parents(one.parentElement).find(isPanel), own = one.getBoundingClientRect();
        if (!panel || !own.width || styleOf(one).pointerEvents === "none") continue;
        const box = { left: own.left, right: own.right, top: own.top, bottom: own.bottom };
        for (const up of parents(one.parentElement)) clip(box, up, false);
        const around = panel.getBoundingClientRect();
        const past = Math.max(around.left - box.left, around.top - box.top, box.right - around.right, box.bottom - around.bottom);
        if (box.right > box.left && box.bottom > box.top && past > 3) {
            found.add(`${Math.round(past)} px outside its panel ${name(panel.className + "")}: <${one.tagName.toLowerCase()}> ${name(one.textContent)}`);
        }
    }
    for (const [number, one] of shown.entries()) {
        for (let next = number + 1; next < shown.length; next++) {
            const two = shown[next];
            const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
            if (across <= 2 || one.node === two.node) continue;
            const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
            const least = one.ups[0].closest("svg") ? 0.5 : 0.35; // a digit in a map fills half of its line
            if (down <= least * Math.min(one.bottom - one.top, two.bottom - two.top)) continue;
            if (!isWall && floats(one.ups[0]) !== floats(two.ups[0])) continue;
            found.add(`over each other: ${one.text} | ${two.text}`);
        }
        const x = (one.left + one.right) / 2, y = (one.top + one.bottom) / 2;
        if (x < 0 || y < 0 || x >= wide || y >= high) continue;
        const stack = document.elementsFromPoint(x, y), own = stack.indexOf(one.ups[0]);
        const over = stack.slice(0, Math.max(0, own)).find((top) => !one.ups[0].contains(top)
            && (!isClear(styleOf(top).backgroundColor) || (top.closest("svg") && !["none", "rgba(0, 0, 0, 0)"].includes(styleOf(top).fill) && top.tagName !== "svg")));
        if (over && (isWall || floats(over) === floats(one.ups[0]))) found.add(`covered by ${over.tagName.toLowerCase()} ${name(over.textContent)}: ${one.text}`);
    }
    for (const one of document.querySelectorAll("input[type=number]")) {
        if (drawn(one) && one.scrollWidth > one.clientWidth + 1) found.add(`cut: ${one.value} in the field ${one.name}`);
    }
    if (document.documentElement.scrollWidth > wide + 1) found.add(`scrolls sideways: ${document.documentElement.scrollWidth} of ${wide} px`);
    return [...found].slice(0, 20);
}
