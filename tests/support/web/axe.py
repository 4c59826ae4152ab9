"""What axe finds on a page."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

IS_MISSING = "typeof axe === 'undefined'"
RUN = """async () => {
    const rules = { "target-size": { enabled: true } };
    const { violations } = await axe.run({ resultTypes: ["violations"], rules });
    return violations.map((one) => [one.id, ...one.nodes.map((node) => node.html)]);
}"""


def violations(page: Page) -> list[list[str]]:
    """Each rule that the page breaks, with the elements that do.

    The script is loaded into a page once, and only violations come back: `Axe.run` takes twice as
    long.
    """
    if page.evaluate(IS_MISSING):
        page.evaluate(AXE_SCRIPT)
    found: list[list[str]] = page.evaluate(RUN)
    return found
