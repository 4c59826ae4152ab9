"""Finds texts that lie over each other on a page, and what is cut off or outside its panel."""

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
