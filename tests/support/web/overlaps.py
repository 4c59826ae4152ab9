"""Finds texts that lie over each other on a page, cut, covered, or outside their panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_LAID_OUT = """() => {
    const shown = [], closed = "details:not([open]) > :not(summary)";
    const hidden = `script, style, template, option, [hidden], ${closed}, ${closed} *`;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const clips = (style, at) => style[at] !== "visible";
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        const isDrawn = !parent.closest(hidden);
        if (!node.data.trim() || !isDrawn) continue;
        const style = getComputedStyle(parent);
        if (style.visibility !== "visible" || !parent.getClientRects().length) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const one of range.getClientRects()) {
            const box = { left: one.left, right: one.right, top: one.top, bottom: one.bottom };
            for (let up = parent; up && up !== document.body; up = up.parentElement) {
                const own = getComputedStyle(up), place = up.getBoundingClientRect();
                if (own.clipPath !== "none") box.right = box.left;
                if (clips(own, "overflowX")) {
                    box.left = Math.max(box.left, place.left);
                    box.right = Math.min(box.right, place.right);
                }
                if (clips(own, "overflowY")) {
                    box.top = Math.max(box.top, place.top);
                    box.bottom = Math.min(box.bottom, place.bottom);
                }
            }
            if (box.right - box.left > 2 && box.bottom - box.top > 2) shown.push([node, box]);
        }
    }
    const found = [];
    const text = (node) => node.data.trim().replace(/\\s+/g, " ").slice(0, 40);
    for (const [number, [node, one]] of shown.entries()) {
        for (const [other, two] of shown.slice(number + 1)) {
            if (node === other) continue;
            const width = Math.min(one.right, two.right) - Math.max(one.left, two.left);
            const height = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
            const least = Math.min(one.bottom - one.top, two.bottom - two.top);
            if (width > 2 && height > 0.35 * least) found.push(`${text(node)} | ${text(other)}`);
        }
    }
    return found.slice(0, 20);
}"""


def overlaps(run: Callable[[str], Any]) -> list[str]:
    """Pairs of texts that overlap by more than a third of a line.

    Args:
        run: runs a script's function on the page, in any engine.
    """
    return [str(pair) for pair in run(_LAID_OUT)]


_OUTSIDE = """(panels) => {
    const found = [];
    const isSeen = (one) => {
        const style = getComputedStyle(one);
        const isShown = style.visibility === "visible" && style.clipPath === "none";
        return one.getClientRects().length && isShown && !one.closest(".vh");
    };
    const name = (one) => `${one.tagName.toLowerCase()} ${one.textContent.trim().slice(0, 30)}`;
    for (const panel of document.querySelectorAll(panels)) {
        const box = panel.getBoundingClientRect();
        for (const one of panel.querySelectorAll("*")) {
            const own = one.getBoundingClientRect();
            if (!isSeen(one) || !own.width || !own.height) continue;
            const past = Math.max(box.left - own.left, box.top - own.top, own.right - box.right,
                own.bottom - box.bottom);
            if (past > 1) found.push(`${name(one)} is ${Math.round(past)} px outside`);
        }
        for (const one of panel.querySelectorAll("b, span, p, h2, h3, td, th")) {
            const style = getComputedStyle(one), isShort = style.textOverflow === "ellipsis";
            const isCut = style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
            if (isSeen(one) && isCut && !isShort) found.push(`${name(one)} is cut`);
        }
    }
    return found.slice(0, 20);
}"""


def outside(run: Callable[..., Any], panels: str) -> list[str]:
    """What is seen outside its panel, or cut without an ellipsis.

    Args:
        run: runs a script's function on the page with what it is given, in any engine.
        panels: a selector.
    """
    return [str(one) for one in run(_OUTSIDE, panels)]


# Texts as they are drawn, line by line; `raw` before something cuts them. A panel has a border or a
# ground of its own. What is seen only after scrolling isn't cut, but for a wall, which nobody scrolls.
_FAULTS = """(isWall) => {
    const closed = "details:not([open]) > :not(summary)", found = new Set();
    const hidden = `script, style, template, option, [hidden], dialog:not([open]), .vh, ${closed}, ${closed} *`;
    const name = (text) => text.trim().replace(/\\s+/g, " ").slice(0, 50);
    const styles = new Map();
    const styleOf = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
    const isClear = (colour) => colour === "transparent" || /, 0\\)$/.test(colour);
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
    const shown = [], wide = document.documentElement.clientWidth, high = innerHeight;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || !drawn(parent)) continue;
        const ups = parents(parent), range = document.createRange();
        if (ups.some(isGone)) continue;
        range.selectNodeContents(node);
        const panel = ups.find(isPanel), around = panel?.getBoundingClientRect();
        const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top))).size;
        if (lines > 4 && name(node.data).length < 3 * lines) found.add(`a letter in a line: ${name(node.data)}`);
        for (const one of range.getClientRects()) {
            if (one.width < 1 || one.height < 1) continue;
            const box = { left: one.left, right: one.right, top: one.top, bottom: one.bottom, node, ups, text: name(node.data) };
            for (const up of ups) clip(box, up, true);
            if (box.cut) found.add(`cut by ${box.cut} px: ${box.text}`);
            if (box.right - box.left <= 2 || box.bottom - box.top <= 2) continue;
            shown.push(box);
            const past = around ? Math.max(around.left - box.left, box.right - around.right,
                around.top - box.top - 0.25 * one.height, box.bottom - around.bottom - 0.25 * one.height) : 0;
            if (past > 2) found.add(`${Math.round(past)} px outside its panel ${name(panel.className + "")}: ${box.text}`);
            const scrolled = ups.find((up) => ["auto", "scroll"].includes(styleOf(up).overflowX));
            if (!scrolled && (box.left < -2 || box.right > wide + 2)) found.add(`beside the page: ${box.text}`);
            if (isWall && box.bottom > high + 2) found.add(`below the wall: ${box.text}`);
        }
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
            if (down <= 0.35 * Math.min(one.bottom - one.top, two.bottom - two.top)) continue;
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
    if (document.documentElement.scrollWidth > wide + 1) found.add(`scrolls sideways: ${document.documentElement.scrollWidth} of ${wide} px`);
    return [...found].slice(0, 20);
}"""


def faults(run: Callable[..., Any], is_wall: bool) -> list[str]:
    """Texts over each other, cut, covered, or outside their panel or the page.

    More than 12 letters may end with an ellipsis.

    Args:
        run: runs a script's function on the page with what it is given, in any engine.
        is_wall: nobody scrolls it.
    """
    return [str(one) for one in run(_FAULTS, is_wall)]
