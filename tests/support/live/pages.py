"""Actions on a page with a live chart, and what tests wait for."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route

from tests.support.live.world import World

# Only for pages whose streams are cut: a busy machine may need longer to open one.
QUICK = 'data-open-s="0.4" data-poll-s="0.05" data-again-s="60" data-silence-s="5"'


def until(page: Page, is_so: Callable[[], bool], limit_ms: int = 30_000) -> None:
    """Waits until a condition on the server holds."""
    for _ in range(limit_ms // 20):
        if is_so():
            return
        page.wait_for_timeout(20)
    raise AssertionError("waited in vain")


def viewers(world: World, number: int) -> Callable[[], bool]:
    return lambda: world.hub.counters.viewers == number


def cut_streams(page: Page, end: Callable[[Route], None] = Route.abort) -> None:
    """Blocks streams, like a network that only lets pages through."""

    def route(route: Route) -> None:
        if route.request.resource_type == "eventsource":
            end(route)
        else:
            route.continue_()

    page.route("**/feed*", route)


def set_hidden(page: Page, is_hidden: bool) -> None:
    page.evaluate(
        """(isHidden) => {
            Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )
