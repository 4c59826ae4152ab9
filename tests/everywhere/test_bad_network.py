"""Nothing is lost on a bad network: phones press and write while it drops, delays, cuts and doubles
what they post, and while they are locked, loaded again, left or closed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import pytest

from tests.support.amount import amount
from tests.support.durability.postgresql import migrated_database, needs_postgresql
from tests.support.engines.fixtures import ENGINES, Engine
from tests.support.site import Site
from tests.support.web.bad_network import listening
from tests.support.web.bad_runs import Phone, Run, advance, read, run_of, set_out

TOGETHER = 10  # runs
PHONES = 2  # in each
EACH = 100  # runs for each engine in a long run
PRESSED_S = 1.5
BAD_S = 4.4
GOOD_MOST_S = 10
UNSEAL = """() => {
    const button = document.querySelector("#slip-unseal, #slip-open");
    button?.click();
    return button?.id ?? "";
}"""


def all_phones(runs: list[Run]) -> Iterator[tuple[Run, Phone]]:
    for run in runs:
        for phone in run.phones:
            yield run, phone


def wait_until(at: float) -> None:
    time.sleep(max(0.0, at - time.monotonic()))


def go_through(site: Site, runs: list[Run]) -> None:
    """Everything that happens, until the network has been good for a while."""
    for _, phone in all_phones(runs):
        phone.network.is_bad = True
        phone.press()
    began = time.monotonic()
    wait_until(began + PRESSED_S)
    for _, phone in all_phones(runs):
        with suppress(Exception):  # it is being left already, as everything has arrived
            phone.interrupt()
    if late := [run for run in runs if run.is_advanced]:
        advance(site, late)
    wait_until(began + BAD_S)
    for run, phone in all_phones(runs):
        with suppress(Exception):  # the page is just being loaded
            if phone.event == "lock":
                phone.screen.unlock()
            if phone.job.name == "slip" and run.seed % 3 == 0:
                phone.took_back = phone.screen.run(UNSEAL)
        phone.network.is_bad = False
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
    told = stored + phone.refused
    # The last text that is refused may be back in the box of the other tab, which isn't looked at.
    hidden = run.is_advanced and (phone.job.name, phone.event) == ("message", "two tabs")
    assert told == phone.wanted or (hidden and told == phone.wanted - 1), about
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
    limit = time.monotonic() + GOOD_MOST_S
    while phone.event == "two tabs" and phone.says["isSealed"] != is_sealed:
        assert time.monotonic() < limit, about  # the other tab has sealed it: this one hears of it
        time.sleep(0.1)
        phone.look()
    assert phone.says["isSealed"] == is_sealed, about


def batches() -> Iterator[object]:
    """Seeds of each engine, a few together; none is in two."""
    for n, engine in enumerate(ENGINES):
        marks = [pytest.mark.long] if n else []
        all_seeds = range(n * EACH, n * EACH + (EACH if n else amount(2, EACH)))
        for first in all_seeds[::TOGETHER]:
            seeds = range(first, min(first + TOGETHER, all_seeds.stop))
            yield pytest.param(engine, seeds, marks=marks, id=f"{engine}-{first}")


def go(site: Site, engine: Engine, seeds: range) -> None:
    """All runs of these seeds, together."""
    hosts = engine.hosts()
    runs = [run_of(seed, PHONES, site.port, hosts) for seed in seeds]
    networks = [phone.network for _, phone in all_phones(runs)]
    with listening(networks), ExitStack() as stack:
        stack.callback(engine.close_windows)
        set_out(site, runs, engine)
        go_through(site, runs)
        stored = read(site, runs)
        for run, phone in all_phones(runs):
            check(run, phone, stored[run.code])
        for run in runs:
            found = stored[run.code]
            assert {turn for *_, turn in found["said"]} <= {1}, run
            assert {one[2] for one in found["promises"]} == ({1} if run.kind == "orders" else set())


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "seeds"), [*batches()], indirect=["engine"])
def test_what_is_said_to_be_stored_is_stored_once(site: Site, engine: Engine, seeds: range) -> None:
    go(site, engine, seeds)


@pytest.mark.long
@needs_postgresql
@pytest.mark.parametrize("engine", ["chromium"], indirect=True)
def test_on_postgresql(site_start: Callable[..., Site], engine: Engine) -> None:
    begin = len(ENGINES) * EACH
    with migrated_database() as url:
        site = site_start("--no-demo", env={"DATABASE_URL": url})
        go(site, engine, range(begin, begin + TOGETHER))
        site.end()
