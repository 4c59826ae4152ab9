"""Nothing is lost on a bad network: phones press and write while it drops, delays, cuts and doubles
what they post, and while they are locked, loaded again or left."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.support.amount import amount
from tests.support.engines.firefox import Firefox, FirefoxScreen
from tests.support.site import Site
from tests.support.web.bad_network import BadNetwork, bad_networks
from tests.support.web.bad_runs import (
    EVENTS,
    STEPS,
    Phone,
    Run,
    advance,
    make,
    page_of,
    read,
    run_of,
)

TOGETHER = 10  # runs
PRESSED_S = 1.5
BAD_S = 4.4
GOOD_MOST_S = 10
UNSEAL = """() => {
    const button = document.querySelector("#slip-unseal, #slip-open");
    button?.click();
    return button?.id ?? "";
}"""


class Chromium(Firefox):
    """The shared browser: its pages are driven like those of Firefox."""

    def phone(self, url: str, session: str) -> FirefoxScreen:
        context = self._browser.new_context(viewport={"width": 360, "height": 720})
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        return FirefoxScreen(context.new_page())


def set_out(engine: Chromium, run: Run, network: BadNetwork) -> None:
    """Brings the phones to where they press."""
    random = Random(run.seed + 1)
    for job in run.jobs:
        screen = engine.phone(network.url, run.sessions[job.player])
        phone = Phone(job, screen, random.choice(EVENTS), f"Text of {run.seed}")
        run.phones.append(phone)
        screen.goto(f"{network.url}{page_of(run.code, job.path)}")
        for selector in job.ready:
            screen.press(selector)
        screen.shows(job.until)


def all_phones(runs: list[Run]) -> Iterator[tuple[Run, Phone]]:
    for run in runs:
        for phone in run.phones:
            yield run, phone


def wait_until(at: float) -> None:
    time.sleep(max(0.0, at - time.monotonic()))


def go_through(site: Site, runs: list[Run], networks: list[BadNetwork]) -> None:
    """Everything that happens, until the network has been good for a while."""
    for network in networks:
        network.is_bad = True
    for run, phone in all_phones(runs):
        phone.screen.run(STEPS, phone.job.steps(Random(run.seed), phone.text))
    began = time.monotonic()
    wait_until(began + PRESSED_S)
    for run, phone in all_phones(runs):
        with suppress(Exception):  # it is being left already, as everything has arrived
            phone.interrupt(networks[runs.index(run)].url)
    if late := [run for run in runs if run.is_advanced]:
        advance(site, late)
    wait_until(began + BAD_S)
    for run, phone in all_phones(runs):
        if phone.job.name == "slip" and run.seed % 3 == 0:
            with suppress(Exception):  # the page is just being loaded
                phone.took_back = phone.screen.run(UNSEAL)
    for network in networks:
        network.is_bad = False
    limit = time.monotonic() + GOOD_MOST_S
    waiting = [phone for _, phone in all_phones(runs)]
    while waiting and time.monotonic() < limit:
        time.sleep(0.1)
        waiting = [phone for phone in waiting if not phone.look()]
    assert not waiting, [(one.job.name, one.event, one.says) for one in waiting]


def check(run: Run, phone: Phone, found: dict[str, object]) -> None:
    """What a student was told is stored is stored once; what wasn't stored is said."""
    about = (run.seed, run.is_advanced, phone, found)
    if phone.job.name == "slip":
        return check_slip(run, phone, found)
    stored = phone.job.stored(found, phone.text)
    assert stored + phone.refused == phone.wanted, about
    assert not phone.refused or run.is_advanced, about
    return None


def check_slip(run: Run, phone: Phone, found: dict[str, object]) -> None:
    about = (run.seed, phone, found)
    slip = found["slips"].get("egypt")  # type: ignore[attr-defined]
    if run.is_advanced:
        assert slip is None, about  # nothing acts in the later Game-turn
        assert not phone.says["isSealed"], about
        return
    assert slip is not None, about
    orders, is_sealed = slip
    assert orders == {"syria": 7, "civilization": 4}, about
    assert is_sealed == (not phone.took_back), about
    assert phone.says["isSealed"] == is_sealed, about


def run_all(site: Site, engine: Chromium, seeds: list[int], phones: int) -> None:
    runs = [run_of(seed, phones) for seed in seeds]
    make(site, runs)
    with bad_networks(site.port, seeds) as networks, ExitStack() as stack:
        for run, network in zip(runs, networks, strict=True):
            set_out(engine, run, network)
        for _, phone in all_phones(runs):
            stack.callback(phone.screen.page.context.close)
        go_through(site, runs, networks)
        stored = read(site, runs)
        for run, phone in all_phones(runs):
            check(run, phone, stored[run.code])
        for run in runs:
            found = stored[run.code]
            assert {turn for *_, turn in found["messages"]} <= {1}, run
            assert {one[2] for one in found["promises"]} == ({1} if run.kind == "orders" else set())


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, amount(30, 100), TOGETHER))
def test_in_chromium(site: Site, browser: Browser, first: int) -> None:
    run_all(site, Chromium(browser), list(range(first, first + TOGETHER)), phones=2)
